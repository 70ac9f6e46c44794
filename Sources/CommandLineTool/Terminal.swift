// SPDX-License-Identifier: Apache-2.0
internal import Faults
internal import Glibc
internal import PDFSyntax

/// The terminal that a person sits at, whatever standard input and output are.
enum Terminal {
    /// Asks for a password; what is typed is not shown.
    ///
    /// - Parameter prompt: what is asked.
    /// - Returns: `nil` when no person watches, or the person gives up.
    /// - Throws: `cancelled`.
    static func password(_ prompt: String) throws(Fault) -> Password? {
        guard Output.errorIsTerminal else { return nil }
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var shown = termios()
        guard unsafe tcgetattr(terminal, &shown) == 0 else { return nil }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL | ICANON)
        guard unsafe tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else { return nil }
        defer { unsafe tcsetattr(terminal, TCSAFLUSH, &shown) }
        try Output(descriptor: terminal).write(prompt)
        return try line(terminal).map { Password(bytes: $0) }
    }

    /// A line in canonical mode comes at once, and is no longer than this.
    private static let mostBytes = 4096

    private static func line(_ terminal: Int32) throws(Fault) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: mostBytes)
        while true {
            if Interruption.isRequested {
                throw Fault(.cancelled, "Stopped; nothing was changed.")
            }
            // Reading would go on after an interrupt; waiting does not.
            var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wanted, 1, -1) > 0 else { continue }
            let count = unsafe read(terminal, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            return Array(buffer[..<count].prefix { $0 != 0x0A })
        }
    }
}
