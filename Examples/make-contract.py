#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes contract.pdf: a sample contract in Chinese and English between companies that do not exist.

Page 3 lies sideways in the file and is turned by /Rotate 90; page 4 is larger than what its CropBox
shows, as a print shop leaves it. Run it by hand after a change (Debian's fonts-noto-cjk, and
`pip install pycairo pikepdf`); the result is committed.
"""
import io
import pathlib
import re

import cairo
import pikepdf

A4 = (595.28, 841.89)
BLEED = 42.52  # 15 mm around page 4
MARGIN = 71
FAMILY = "Noto Serif CJK SC"
BODY, LEADING = 10, 16.5
NUMBER = "EX-2025-0001"
PAGES = 5

INK = (0.10, 0.10, 0.12)
SOFT = (0.42, 0.42, 0.45)
RULE = (0.72, 0.72, 0.74)

# 禁则: what may not begin a line, and what may not end one.
CLOSING = "，。；：、？！）」』》〉】％”’"
OPENING = "（「『《〈【“‘"


class Sheet:
    """One page, drawn as it will be seen: origin at the top left, y down, points."""

    def __init__(self, surface, number, size=A4, media=None, place=(0, 0), turned=False):
        self.width, self.height = size
        width, height = media or ((size[1], size[0]) if turned else size)
        surface.set_size(width, height)
        self.context = cairo.Context(surface)
        self.context.translate(*place)
        if turned:  # what is seen at (x, y) lies at (y, height - x), and /Rotate 90 brings it back
            self.context.transform(cairo.Matrix(0, -1, 1, 0, 0, height))
        self.left, self.right = MARGIN, self.width - MARGIN
        self.y = 0
        self.furniture(number)

    def furniture(self, number):
        self.line(self.left, 46, "示例合同，仅供测试  SAMPLE, FOR TESTING ONLY", 8, SOFT)
        self.line(self.right, 46, f"合同编号 Contract No. {NUMBER}", 8, SOFT, align=1)
        self.rule(self.left, 53, self.right)
        foot = f"第 {number} 页，共 {PAGES} 页  ·  Page {number} of {PAGES}"
        self.line(self.width / 2, self.height - 36, foot, 8, SOFT, align=0.5)
        self.y = 84

    def font(self, size, bold):
        weight = cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL
        self.context.select_font_face(FAMILY, cairo.FONT_SLANT_NORMAL, weight)
        self.context.set_font_size(size)

    def measure(self, text):
        return self.context.text_extents(text).x_advance

    def line(self, x, y, text, size=BODY, colour=INK, bold=False, align=0.0):
        """One line; `align` 0 begins, 0.5 centres and 1 ends it at x."""
        self.font(size, bold)
        self.context.set_source_rgb(*colour)
        self.context.move_to(x - align * self.measure(text), y)
        self.context.show_text(text)

    def rule(self, x0, y0, x1, y1=None, width=0.6, colour=RULE):
        self.context.set_source_rgb(*colour)
        self.context.set_line_width(width)
        self.context.move_to(x0, y0)
        self.context.line_to(x1, y0 if y1 is None else y1)
        self.context.stroke()

    def heading(self, text, size=12):
        self.y += 11
        self.line(self.left, self.y, text, size, bold=True)
        self.y += LEADING + 3

    def paragraph(self, text, indent=0.0, size=BODY, colour=INK, after=5):
        left = self.left + indent
        self.font(size, False)
        for units, last in broken(text, self.right - left, self.measure):
            self.set_line(units, left, 0 if last else self.right - left, size, colour)
            self.y += LEADING * size / BODY
        self.y += after

    def set_line(self, units, left, width, size, colour):
        """Sets one line; a width stretches it, at spaces or between Chinese characters."""
        self.font(size, False)
        gaps = [i for i in range(1, len(units))
                if units[i - 1] == " " or is_chinese(units[i - 1][-1]) and is_chinese(units[i][0])]
        slack = width - sum(map(self.measure, units)) if width else 0
        stretch = slack / len(gaps) if gaps and slack < 0.15 * width else 0
        face = self.context.get_scaled_font()
        text, glyphs, clusters, x = "", [], [], left
        for i, unit in enumerate(units):
            x += stretch if i in gaps else 0
            more, its_clusters, _ = face.text_to_glyphs(x, self.y, unit)
            text, glyphs, clusters = text + unit, glyphs + more, clusters + its_clusters
            x += self.measure(unit)
        self.context.set_source_rgb(*colour)
        self.context.show_text_glyphs(text, glyphs, clusters, 0)


def is_chinese(character):
    return ord(character) >= 0x2E80 or character in "“”‘’·"


def units_of(text):
    """What a line may not break: words, and Chinese characters with their punctuation."""
    units = re.findall(r" |[\u2e80-\uffff]|[^ \u2e80-\uffff]+", text)
    joined = []
    for unit in units:
        if joined and (unit[0] in CLOSING or joined[-1][-1] in OPENING):
            joined[-1] += unit
        else:
            joined.append(unit)
    return joined


def broken(text, width, measure):
    """(units, whether it is the last) for each line of a paragraph."""
    lines, line, used = [], [], 0
    for unit in units_of(text):
        advance = measure(unit)
        if line and used + advance > width and unit != " ":
            while line[-1] == " ":
                line.pop()
            lines.append(line)
            line, used = [], 0
        if line or unit != " ":
            line.append(unit)
            used += advance
    lines.append(line)
    return [(line, i == len(lines) - 1) for i, line in enumerate(lines)]


def clauses(sheet, *articles):
    for title, *pairs in articles:
        sheet.heading(title)
        for chinese, english in pairs:
            sheet.paragraph(chinese, after=1)
            sheet.paragraph(english, size=9.5, colour=SOFT, after=6)


def first_page(surface):
    sheet = Sheet(surface, 1)
    middle = sheet.width / 2
    sheet.line(middle, 128, "设备采购合同", 24, bold=True, align=0.5)
    sheet.line(middle, 154, "Equipment Supply Agreement", 14, align=0.5)
    sheet.y = 196
    for label, value in (
        ("甲方（买方）Party A (Buyer)", "示例科技有限公司  Example Technology Co., Ltd."),
        ("乙方（卖方）Party B (Seller)", "样例贸易有限公司  Example Trading Ltd."),
        ("签订地点 Place", "示例市样本区模板路 1 号  1 Template Road, Sample District"),
    ):
        sheet.line(sheet.left, sheet.y, label, 10, SOFT)
        sheet.line(sheet.left + 156, sheet.y, value, 10)
        sheet.rule(sheet.left + 152, sheet.y + 5, sheet.right)
        sheet.y += 25
    sheet.y += 10
    sheet.paragraph(
        "鉴于甲方拟向乙方采购本合同附表一所列设备，双方在平等、自愿、协商一致的基础上，就设备的"
        "供应、交付、验收与付款订立本合同，以资共同遵守。", after=1)
    sheet.paragraph(
        "Party A wishes to buy the equipment listed in Schedule 1 from Party B. The parties have "
        "agreed, as equals and of their own will, on its supply, delivery, acceptance and payment, "
        "as follows.", size=9.5, colour=SOFT)
    clauses(
        sheet,
        ("第一条  合同标的  Article 1  Subject",
         ("1.1 乙方按附表一所列的名称、型号、数量及价格向甲方供应设备，并按附件二提供安装与调试服务。",
          "1.1 Party B supplies the equipment by the names, models, quantities and prices of "
          "Schedule 1, and installs and commissions it as laid down in Annex 2."),
         ("1.2 附表一与附件二为本合同不可分割的组成部分，与正文具有同等效力。",
          "1.2 Schedule 1 and Annex 2 are part of this agreement and have the same force.")),
        ("第二条  价款与支付  Article 2  Price and payment",
         ("2.1 合同总价为人民币 486,000.00 元（大写：肆拾捌万陆仟元整），含税、运费与安装费。",
          "2.1 The total price is CNY 486,000.00, with tax, carriage and installation included."),
         ("2.2 甲方于本合同生效后十日内支付总价的百分之三十，验收合格后三十日内付清余款。",
          "2.2 Party A pays thirty per cent within ten days after this agreement takes effect, and "
          "the remainder within thirty days after acceptance.")),
    )


def second_page(surface):
    sheet = Sheet(surface, 2)
    clauses(
        sheet,
        ("第三条  交付与验收  Article 3  Delivery and acceptance",
         ("3.1 乙方应于收到预付款之日起四十五日内，将全部设备运至甲方指定地点，运输风险由乙方承担。",
          "3.1 Party B delivers all equipment to the place named by Party A within forty-five days "
          "after the advance payment, and bears the risk of carriage."),
         ("3.2 甲方应在安装调试完成后七日内按附件二验收；逾期未提出书面异议的，视为验收合格。",
          "3.2 Party A tests the equipment by Annex 2 within seven days after commissioning. "
          "Without "
          "objection in writing within that time, it counts as accepted.")),
        ("第四条  质量保证  Article 4  Warranty",
         ("4.1 质量保证期为自验收合格之日起二十四个月。保证期内，乙方接到通知后四十八小时内响应，"
          "并免费修理或更换有缺陷的部件。",
          "4.1 The warranty runs for twenty-four months from acceptance. Within it, Party B "
          "answers "
          "a notice within forty-eight hours and repairs or replaces faulty parts free of "
          "charge.")),
        ("第五条  保密  Article 5  Confidentiality",
         ("5.1 双方对因履行本合同而知悉的对方技术与商业信息负有保密义务，合同终止后三年内仍然有效。",
          "5.1 Each party keeps the other's technical and commercial information secret; this "
          "lasts "
          "for three years beyond the end of this agreement.")),
        ("第六条  违约责任  Article 6  Breach",
         ("6.1 一方逾期履行的，每逾期一日，应按逾期部分价款的万分之五向对方支付违约金，累计不超过"
          "合同总价的百分之五。",
          "6.1 A party in delay pays 0.05 per cent of the price of the delayed part for each day, "
          "at "
          "most five per cent of the total price.")),
        ("第七条  争议解决  Article 7  Disputes",
         ("7.1 因本合同引起的争议，双方应友好协商；协商不成的，提交示例仲裁委员会按其规则仲裁。",
          "7.1 The parties first seek to settle disputes amicably; failing that, these go to the "
          "Example Arbitration Commission under its rules.")),
        ("第八条  其他  Article 8  General",
         ("8.1 本合同以中文与英文写成，文义不一致时以中文为准。一式两份，双方各执一份，自双方签字"
          "盖章之日起生效。",
          "8.1 This agreement is written in Chinese and English; where they differ, the Chinese "
          "text "
          "prevails. It is made in two copies, one for each party, and takes effect when signed "
          "and "
          "sealed by both.")),
    )


def third_page(surface):
    sheet = Sheet(surface, 3, size=(A4[1], A4[0]), turned=True)
    sheet.line(sheet.left, 90, "附表一  设备清单与价格", 15, bold=True)
    sheet.line(sheet.left + 172, 90, "Schedule 1  Equipment and prices", 12)
    columns = (0, 34, 244, 366, 462, 506, 602)  # where each begins, from the left margin
    heads = ("序号\nNo.", "名称\nDescription", "型号\nModel", "产地\nOrigin", "数量\nQty",
             "单价（元）\nUnit price, CNY", "金额（元）\nAmount, CNY")
    rows = (
        ("1", "文件扫描仪  Document scanner", "EX-S600", "示例市 Sample City", 12, 8500),
        ("2", "文件服务器  Document server", "EX-V24", "示例市 Sample City", 2, 96000),
        ("3", "签名屏  Signature display", "EX-P10", "样本市 Specimen City", 30, 3200),
        ("4", "彩色打印机  Colour printer", "EX-C310", "样本市 Specimen City", 6, 11000),
        ("5", "安装与调试  Installation and commissioning", "—", "—", 1, 30000),
    )
    top, height = 112, 34
    right = [sheet.left + start - 10 for start in columns[1:]] + [sheet.right - 4]
    for i, head in enumerate(heads):
        for j, part in enumerate(head.split("\n")):
            x, align = (right[i], 1) if i >= 4 else (sheet.left + columns[i] + 4, 0)
            sheet.line(x, top + 13 + 13 * j, part, 9, INK if j == 0 else SOFT, j == 0, align)
    total = 0
    for n, (number, name, model, origin, quantity, price) in enumerate(rows, 1):
        y = top + height * n + 21
        total += quantity * price
        cells = (number, name, model, origin, str(quantity), f"{price:,.2f}",
                 f"{quantity * price:,.2f}")
        for i, cell in enumerate(cells):
            x, align = (right[i], 1) if i >= 4 else (sheet.left + columns[i] + 4, 0)
            sheet.line(x, y, cell, 9.5, align=align)
    assert total == 486_000, total
    for n in range(len(rows) + 2):
        heavy = n in (0, 1, len(rows) + 1)
        sheet.rule(sheet.left, top + height * n, sheet.right, width=1 if heavy else 0.5,
                   colour=INK if heavy else RULE)
    y = top + height * (len(rows) + 1) + 22
    sheet.line(sheet.left + 4, y, "合计 Total", 10.5, bold=True)
    sheet.line(sheet.right - 4, y, f"{total:,.2f}", 10.5, bold=True, align=1)
    sheet.y = y + 42
    for text in (
        "注：1. 单价含税、包装、运输与保险费。2. 交货期自收到预付款之日起计算。3. 型号以实物铭牌为准。",
        "Notes: 1. Unit prices include tax, packing, carriage and insurance. 2. The time of "
        "delivery "
        "runs from receipt of the advance payment. 3. The nameplate decides on the model.",
    ):
        sheet.paragraph(text, size=9, colour=SOFT)


def fourth_page(surface):
    media = (A4[0] + 2 * BLEED, A4[1] + 2 * BLEED)
    sheet = Sheet(surface, 4, media=media, place=(BLEED, BLEED))
    for x in (0, A4[0]):  # crop marks, in the part that is not shown
        for y, away in ((0, -1), (A4[1], 1)):
            side = -1 if x == 0 else 1
            sheet.rule(x + side * 9, y, x + side * 30, width=0.4, colour=INK)
            sheet.rule(x, y + away * 9, x, y + away * 30, width=0.4, colour=INK)
    sheet.line(A4[0] / 2, -16, f"print sheet {NUMBER}-4", 7, SOFT, align=0.5)
    sheet.line(sheet.left, 92, "附件二  安装与验收", 15, bold=True)
    sheet.line(sheet.left + 148, 92, "Annex 2  Installation and acceptance", 12)
    sheet.y = 118
    clauses(
        sheet,
        ("一、安装条件  1  Conditions of installation",
         ("甲方应在设备到货前准备好安装场地，提供单相 220 伏电源、接地与网络接口。室内温度应为 "
          "10 至 30 摄氏度，相对湿度不高于百分之八十。",
          "Party A prepares the rooms before the equipment arrives, with 220 V single-phase power, "
          "earthing and network sockets. The temperature indoors is 10 to 30 °C and the relative "
          "humidity at most 80 per cent.")),
        ("二、验收项目  2  Tests of acceptance",
         ("（一）扫描：连续扫描一百页 A4 文件，无卡纸、无漏页，分辨率不低于 300 dpi。",
          "(a) Scanning: one hundred A4 pages in one run, no jam, no page missing, at 300 dpi or "
          "more."),
         ("（二）签名：在签名屏上书写的笔迹应完整记录，压力不少于 1,024 级，位置误差不大于 0.5 毫米。",
          "(b) Signing: strokes on the display are recorded whole, with 1,024 levels of pressure "
          "or "
          "more, and placed within 0.5 mm."),
         ("（三）存储：拔除任意一块硬盘后，服务器仍可读写全部文件，且数据不丢失。",
          "(c) Storage: with any one disk removed, the server still reads and writes all files, "
          "and "
          "no data is lost."),
         ("（四）打印：彩色打印机每分钟输出不少于三十页，中英文字符清晰可辨。",
          "(d) Printing: thirty pages a minute or more, with Chinese and English text clear to "
          "read.")),
        ("三、验收记录  3  Record of acceptance",
         ("验收完成后，双方代表填写验收单并签字。验收单一式两份，作为付款与质量保证期起算的依据。",
          "After the tests, both parties' representatives fill in and sign a record in two copies. "
          "Payment and the warranty's start rest on it.")),
    )


def last_page(surface):
    sheet = Sheet(surface, 5)
    sheet.line(sheet.width / 2, 122, "签署页", 18, bold=True, align=0.5)
    sheet.line(sheet.width / 2, 144, "Signature page", 12, align=0.5)
    sheet.y = 186
    sheet.paragraph(
        f"本页为编号 {NUMBER} 的《设备采购合同》的签署页，无正文。双方已阅读并理解合同全部内容，"
        "由其授权代表于下列日期签署。", after=1)
    sheet.paragraph(
        f"This is the signature page of Equipment Supply Agreement No. {NUMBER}. The parties have "
        "read and understood the whole agreement, and sign it through their authorised "
        "representatives on the dates below.", size=9.5, colour=SOFT)
    blocks = (
        (sheet.left, "甲方（盖章）Party A (seal)", "示例科技有限公司", "Example Technology Co., Ltd."),
        (sheet.left + 240, "乙方（签字）Party B (signature)", "样例贸易有限公司",
         "Example Trading Ltd."),
    )
    for x, label, chinese, english in blocks:
        edge = x + 213
        sheet.line(x, 300, label, 11, bold=True)
        sheet.line(x, 324, chinese, 10.5)
        sheet.line(x, 341, english, 9.5, SOFT)
        sheet.rule(x, 440, edge, width=0.8, colour=INK)
        sheet.line(x, 454, "授权代表 Authorised representative", 8.5, SOFT)
        sheet.line(x, 496, "日期 Date", 10.5)
        sheet.rule(x + 56, 500, edge, width=0.8, colour=INK)
    sheet.y = 560
    sheet.paragraph(
        "本文件为软件测试用的示例合同，所载公司、地址、金额均为虚构，不产生任何法律效力。",
        size=9, colour=SOFT, after=1)
    sheet.paragraph(
        "This document is a sample for testing software. Its companies, addresses and amounts are "
        "invented, and it has no legal force.", size=9, colour=SOFT)


def main():
    buffer = io.BytesIO()
    with cairo.PDFSurface(buffer, *A4) as surface:
        for draw in (first_page, second_page, third_page, fourth_page, last_page):
            draw(surface)
            surface.show_page()
    contract = pikepdf.open(buffer)
    contract.pages[2].Rotate = 90
    box = [BLEED, BLEED, BLEED + A4[0], BLEED + A4[1]]
    contract.pages[3].CropBox = pikepdf.Array([round(edge, 2) for edge in box])
    contract.pages[3].TrimBox = contract.pages[3].CropBox

    with contract.open_outline() as outline:
        for title, page in (
            ("设备采购合同 Agreement", 0),
            ("第三条至第八条 Articles 3 to 8", 1),
            ("附表一 Schedule 1", 2),
            ("附件二 Annex 2", 3),
            ("签署页 Signature page", 4),
        ):
            outline.root.append(pikepdf.OutlineItem(title, page, "Fit"))
    contract.Root.Lang = pikepdf.String("zh-CN")
    contract.docinfo = contract.make_indirect(pikepdf.Dictionary(
        Title="设备采购合同（示例） Equipment Supply Agreement (sample)",
        Author="示例科技有限公司 Example Technology Co., Ltd.",
        Subject="Sample contract for testing",
        CreationDate="D:20250102090000+08'00'",
    ))
    contract.save(
        pathlib.Path(__file__).with_name("contract.pdf"), deterministic_id=True,
        compress_streams=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)


if __name__ == "__main__":
    main()
