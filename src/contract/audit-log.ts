import { z } from 'zod';
import { auditActions, auditFaults } from '../domain/privacy/audit.ts';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';
import { currentNameSchema } from './current-name.ts';
import { cursorSchema, pageOf } from './pagination.ts';

/** The audit log of a client, and the check of its chain. */

export const auditActionSchema = named('AuditAction', z.enum(auditActions), {
  description: 'What an actor did, and to which kind of object.',
  example: 'identity.read',
});

export const auditEntrySchema = named(
  'AuditEntry',
  z.object({
    id: idSchema('auditEntry'),
    at: timestampSchema,
    actor: z.string().max(100).meta({ description: 'Id of the operator or API token, or `system`.' }),
    actorName: currentNameSchema,
    action: auditActionSchema,
    subject: z.string().max(100).nullable().meta({ description: 'Id of the object that changed or was read.' }),
    subjectName: currentNameSchema,
    hash: z.string().max(64).meta({ description: 'SHA-256 over this entry and the hash before it.' }),
  }),
  {
    description:
      'One entry of the audit log. The stored entry contains only ids. The service looks up the current names; people who were verified have none.',
    example: {
      id: exampleId('auditEntry'),
      at: '2026-03-01T09:30:00.000Z',
      actor: exampleId('apiToken'),
      actorName: 'backend',
      action: 'identity.read',
      subject: exampleId('identity'),
      subjectName: null,
      hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
);

export const auditEntryPageSchema = named(
  'AuditEntryPage',
  pageOf(auditEntrySchema).extend({
    waitingSince: timestampSchema.nullable().meta({
      description:
        'Time of the oldest stored entry that is not yet linked into the chain, or null. For records of reading, it covers all clients. The service links entries within a second: an older time means that no maintenance worker is running.',
    }),
  }),
  {
    description: 'One page of the audit log, and the state of its chain.',
    example: { data: [exampleOf(auditEntrySchema)], nextCursor: null, waitingSince: null },
  },
);

export const auditFaultSchema = named('AuditFault', z.enum(auditFaults), {
  description:
    '`changed`: the entry does not match its hash. `removed`: entries before it are missing. `reordered`: it does not follow the entry before it. `rewritten`: it is not the entry that a checkpoint signed. `cut`: entries at the end are missing. `endForged`: the end is not as the service signed it. `checkpointForged`: the service did not sign the checkpoint. `checkpointRemoved`: the checkpoint before is missing. `anchorForged`: the service did not sign the end that is kept outside the database.',
  example: 'changed',
});

export const auditIntegritySchema = named(
  'AuditIntegrity',
  z.object({
    intact: z.boolean().nullable().meta({
      description:
        'True on the last page, when every entry from `from` on and the end of the log are in order; false as soon as something is not; null while pages are left.',
    }),
    from: z.int().min(0).meta({
      description:
        'Number of the entry after which the check began; 0 without `since`, or before the first checkpoint.',
    }),
    entries: z.int().min(0).meta({ description: 'Entries that were checked, on this page and those before.' }),
    total: z.int().min(0).meta({ description: 'Number of the newest entry.' }),
    brokenAt: idSchema('auditEntry').nullable(),
    fault: auditFaultSchema.nullable(),
    checkpointEntries: z.int().min(1).nullable().meta({
      description: 'Entries up to the newest checkpoint: a signed end of the chain, kept in the database.',
    }),
    checkpointAt: timestampSchema.nullable(),
    anchoredEntries: z.int().min(1).nullable().meta({
      description: 'Entries up to the newest signed end that is kept outside the database; null before the first.',
    }),
    anchoredAt: timestampSchema.nullable(),
    nextCursor: cursorSchema.nullable(),
  }),
  {
    description:
      'One page of a check of the hash chain, of the checkpoints in it and of its end. Follow `nextCursor` until it is null: a cursor is valid for a day.',
    example: {
      intact: true,
      from: 0,
      entries: 4711,
      total: 4711,
      brokenAt: null,
      fault: null,
      checkpointEntries: 4500,
      checkpointAt: '2026-03-01T09:00:00.000Z',
      anchoredEntries: 4709,
      anchoredAt: '2026-03-01T09:30:00.000Z',
      nextCursor: null,
    },
  },
);
