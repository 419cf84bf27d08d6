/** A session may have this many sockets at once, whichever processes they end in. */
export const socketsPerSession = 2;

/** The place of one open socket among those of its session. */
export interface SocketSeat {
  /** Renewed while the socket lives, at least every `seatRenewedEveryMs`: a seat whose process has died is forgotten. */
  renew(): void;
  leave(): void;
}

/** Who takes a seat too many takes the oldest one's, wherever that is. */
export interface SocketSeats {
  /** Calls back once when a newer socket has taken the seat. */
  take(sessionId: string, onTaken: () => void): SocketSeat;
  close(): Promise<void>;
}

export const seatRenewedEveryMs = 25_000;
/** After two omissions a seat counts as empty. */
export const seatLivesMs = 60_000;
