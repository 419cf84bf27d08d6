export interface Attempt {
  client: string;
  verificationId: string;
  /** What the service has acknowledged and therefore owes. */
  owes: 'nothing more' | 'verified' | 'cancelled' | 'judged';
  codePresses: number;
  /** The person has left without submitting and will send no more. */
  isLeft: boolean;
  /** Ids of files that were taken. */
  files: string[];
}

/** Everything that the service has acknowledged to the people of a run, and everything that went wrong. */
export class Ledger {
  readonly attempts = new Map<string, Attempt>();
  /** One line each. */
  readonly violations: string[] = [];
  readonly refusals = new Map<string, number>();
  /** People who are active now, with the start of each request that has no answer yet. */
  readonly waiting = new Map<object, { what: string; sinceMs: number }>();
  people = 0;
  /** People of each kind: how many came, and how many completed everything that they came for. */
  readonly kinds = new Map<string, { came: number; through: number }>();

  came(kind: string): void {
    this.#kind(kind).came += 1;
  }

  through(kind: string): void {
    this.#kind(kind).through += 1;
  }

  #kind(kind: string): { came: number; through: number } {
    const known = this.kinds.get(kind) ?? { came: 0, through: 0 };
    this.kinds.set(kind, known);
    return known;
  }

  begun(client: string, verificationId: string): Attempt {
    const known = this.attempts.get(verificationId);
    if (known !== undefined) return known;
    const attempt: Attempt = { client, verificationId, owes: 'nothing more', codePresses: 0, isLeft: false, files: [] };
    this.attempts.set(verificationId, attempt);
    return attempt;
  }

  /** Attempts of a client that no person works on any more. */
  leftBy(client: string): string[] {
    return [...this.attempts.values()]
      .filter((one) => one.client === client && one.isLeft)
      .map((one) => one.verificationId);
  }

  violate(text: string): void {
    if (!this.violations.includes(text)) this.violations.push(text);
  }

  refused(what: string): void {
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1);
  }
}
