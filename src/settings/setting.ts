/** Kinds of process, by their purpose (`src/commands/run.ts`). `messages`: codes, webhooks and cron jobs. */
export const roles = ['migrate', 'api', 'messages', 'quality', 'document', 'liveness', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Every process that serves or works. */
export const serving = ['api', 'messages', 'quality', 'document', 'liveness'] as const satisfies readonly Role[];
/** Every process that opens people's records. */
export const opening = [...serving, 'admin'] as const satisfies readonly Role[];
export const everyRole = roles;

export interface Setting {
  /** Its effect, in one or two sentences. */
  effect: string;
  /** The behaviour while it is not set, if it has no default. */
  unset?: string;
  /** The effect of a careless value. */
  danger?: string;
  usedBy: readonly Role[];
  /** The value is a secret: compose gives it to no other service. */
  secret?: true;
  /** Why compose sets it itself and takes no value from `.env`. */
  composeSets?: string;
  /** The value in `.env.example`, if it is not the schema's default. */
  example?: string;
}

export interface SettingGroup {
  title: string;
  note?: string;
  settings: Readonly<Record<string, Setting>>;
}
