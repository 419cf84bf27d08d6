import type { DoctorCheck } from '../doctor-check.ts';
import { auditChecks } from './audit.ts';
import { backUpChecks } from './back-up.ts';
import { clientChecks } from './clients.ts';
import { databaseChecks } from './database.ts';
import { keyChecks } from './keys.ts';
import { operatorChecks } from './operators.ts';
import { redisChecks } from './redis.ts';
import { secretChecks } from './secrets.ts';
import { senderChecks } from './senders.ts';
import { storageChecks } from './storage.ts';
import { versionChecks } from './versions.ts';
import { webChecks } from './web.ts';
import { workChecks } from './work.ts';

/** Every check of `admin doctor`. A new one is an entry in one of these lists. */
export const doctorChecks: readonly DoctorCheck[] = [
  ...databaseChecks,
  ...redisChecks,
  ...storageChecks,
  ...keyChecks,
  ...secretChecks,
  ...webChecks,
  ...workChecks,
  ...senderChecks,
  ...clientChecks,
  ...operatorChecks,
  ...auditChecks,
  ...backUpChecks,
  ...versionChecks,
];
