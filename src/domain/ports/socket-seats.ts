/** The most sockets of one session at once, over all processes. */
export const socketsPerSession = 2;

/** One open socket's place among those of its session. */
export interface SocketSeat {
  /** Call while the socket is open, at least every `seatRenewedEveryMs`: a seat whose process has died is released. */
  renew(): void;
  leave(): void;
}

/** A socket beyond the limit takes the seat of the oldest one, in whichever process that is. */
export interface SocketSeats {
  /** Calls back once when a newer socket has taken the seat. */
  take(sessionId: string, onTaken: () => void): SocketSeat;
  close(): Promise<void>;
}

export const seatRenewedEveryMs = 25_000;
/** A seat that misses two renewals counts as empty. */
export const seatLivesMs = 60_000;
