// SPDX-License-Identifier: Apache-2.0

extension MicroHTTPServer {
    /// Where and how a server listens.
    public struct Terms: Sendable {
        /// A numeric address of IPv4 or IPv6; `0.0.0.0` and `::` are all of them.
        public var address: String
        /// The port; 0 takes a free one.
        public var port: UInt16
        /// What it proves itself with; nil is plain HTTP.
        public var tls: TLS?
        /// What is too much.
        public var limits: Limits

        /// This machine alone, in plain HTTP, unless told otherwise.
        public init(
            address: String = "127.0.0.1",
            port: UInt16 = 0,
            tls: TLS? = nil,
            limits: Limits = Limits()
        ) {
            self.address = address
            self.port = port
            self.tls = tls
            self.limits = limits
        }
    }

    /// Certificates and key, in PEM.
    public struct TLS: Sendable {
        /// The certificate of the server, then those that lead to an authority.
        public var certificateChain: String
        /// Its private key.
        public var privateKey: String

        /// Takes both.
        public init(certificateChain: String, privateKey: String) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
        }
    }

    /// What is too much, too long and too slow, each with its reason.
    public struct Limits: Sendable {
        /// Request line and fields together.
        ///
        /// Browsers send one to four thousand bytes; the library
        /// keeps head and buffer of a connection in one piece of this size.
        public var headBytes = 32 << 10
        /// Names in a query; the longest of the interface has a dozen.
        public var queryArguments = 64
        /// Connections in all: a thousand streams and two hundred busy viewers.
        public var connections = 2048
        /// Connections of one client: a household behind one router, never all that there are.
        ///
        /// A client is one address of IPv4 or one network of 64 bits of IPv6. This machine may
        /// have all of them.
        public var connectionsPerClient = 256
        /// Threads of the library; they only move bytes, and there are two cores at least.
        public var ioThreads = 2
        /// From the opening of a connection to the end of its first head, TLS included.
        public var headSeconds = 10.0
        /// A kept connection may rest so long between two requests: browsers come back within
        /// half a minute while somebody reads.
        public var idleSeconds = 60
        /// So long a body may stutter, however slow: a phone that changes its cell does.
        public var graceSeconds = 10.0
        /// Beyond the grace a body must come at this pace on the average, which the slowest
        /// mobile network gives.
        public var leastBodyBytesPerSecond = 8 << 10
        /// The same for what is sent; it counts only while the client keeps us waiting.
        public var leastResponseBytesPerSecond = 8 << 10
        /// A body that is refused in its middle is still read so far, since clients look at the
        /// answer only when they have sent.
        public var discardedBytes = 16 << 20
        /// A connection that was answered before its body came is read so long after that: closed
        /// with bytes unread, it would take the answer away from the client.
        public var lingerSeconds = 3.0
        /// Connections that linger at one time.
        public var lingeringConnections = 64
        /// Threads that answer what needs a moment.
        public var quickThreads = 4
        /// Threads that answer what waits for workers and disks.
        public var patientThreads = 24
        /// Pages are drawn behind whatever can be answered at once: on two cores two workers would
        /// else keep everybody waiting.
        public var patientNiceness: Int32 = 5
        /// Requests that wait for a thread of either kind; more are told to come again.
        public var waitingRequests = 1024
        /// Which they should do after so many seconds.
        public var retrySeconds = 1
        /// When the server stops, requests in work get so long.
        public var drainSeconds = 5.0

        /// The usual ones.
        public init() {}
    }
}
