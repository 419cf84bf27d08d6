/** Kinds of process, by what they are started for (`src/commands/run.ts`). `messages`: codes, webhooks and cron jobs. */
export const roles = ['migrate', 'api', 'messages', 'quality', 'document', 'liveness', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Every process that serves or works. */
export const serving = ['api', 'messages', 'quality', 'document', 'liveness'] as const satisfies readonly Role[];
/** Every process that opens people's records. */
export const opening = [...serving, 'admin'] as const satisfies readonly Role[];
export const everyRole = roles;

export interface Setting {
  /** What it does, in one or two sentences. */
  effect: string;
  /** What happens while it is not set, where it has no default. */
  unset?: string;
  /** What a careless value leads to. */
  danger?: string;
  usedBy: readonly Role[];
  /** The value opens something: compose gives it to nobody else. */
  secret?: true;
  /** Why compose sets it itself and takes no value from `.env`. */
  composeSets?: string;
  /** What `.env.example` shows, where that is not the default of the schema. */
  example?: string;
}

export interface SettingGroup {
  title: string;
  note?: string;
  settings: Readonly<Record<string, Setting>>;
}
