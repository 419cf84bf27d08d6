import type { Look } from '../look.ts';
import { auditLooks } from './audit.ts';
import { backUpLooks } from './back-up.ts';
import { clientLooks } from './clients.ts';
import { databaseLooks } from './database.ts';
import { keyLooks } from './keys.ts';
import { operatorLooks } from './operators.ts';
import { redisLooks } from './redis.ts';
import { secretLooks } from './secrets.ts';
import { senderLooks } from './senders.ts';
import { storageLooks } from './storage.ts';
import { versionLooks } from './versions.ts';
import { webLooks } from './web.ts';
import { workLooks } from './work.ts';

/** Every look of `admin doctor`. A new one is an entry in one of these lists. */
export const looks: readonly Look[] = [
  ...databaseLooks,
  ...redisLooks,
  ...storageLooks,
  ...keyLooks,
  ...secretLooks,
  ...webLooks,
  ...workLooks,
  ...senderLooks,
  ...clientLooks,
  ...operatorLooks,
  ...auditLooks,
  ...backUpLooks,
  ...versionLooks,
];
