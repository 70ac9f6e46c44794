public import Faults
public enum CleanPaper { public static func mark(fromFile b: [UInt8], decoder: (any ImageDecoder)?) throws(Fault) -> MarkImage { try ImageFile.load(b) } }
