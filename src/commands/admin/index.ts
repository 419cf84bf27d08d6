import { applyErasureLedgerCommand } from './admin-erasure.ts';
import { backUpCommand, endAccessCommand, restoreCommand } from './admin-back-up.ts';
import { calibrateCommand } from './admin-calibrate.ts';
import { createClientCommand } from './admin-client.ts';
import { createOwnerCommand, setUpLinkCommand } from './admin-owner.ts';
import { describeFacesCommand } from './admin-describe-faces.ts';
import { doctorCommand } from './admin-doctor.ts';
import { purgeCommand } from './admin-retention.ts';
import { rotateClientKeyCommand } from './admin-client-key.ts';
import { rotateRootKeyCommand } from './admin-root-key.ts';
import { setClientWeightCommand } from './admin-client-weight.ts';
import { unknownFilesCommand } from './admin-unknown-files.ts';
import { verifyAuditCommand } from './admin-audit.ts';
import { replayCommand } from './admin-replay.ts';
import type { AdminCommand } from './admin-command.ts';

/** Every command of `npm run admin`, by its name. */
export const adminCommands: Readonly<Record<string, AdminCommand>> = {
  'create-owner': createOwnerCommand,
  'set-up-link': setUpLinkCommand,
  'create-client': createClientCommand,
  'set-client-weight': setClientWeightCommand,
  replay: replayCommand,
  doctor: doctorCommand,
  'verify-audit': verifyAuditCommand,
  purge: purgeCommand,
  calibrate: calibrateCommand,
  'describe-faces': describeFacesCommand,
  'rotate-root-key': rotateRootKeyCommand,
  'rotate-client-key': rotateClientKeyCommand,
  'back-up': backUpCommand,
  restore: restoreCommand,
  'unknown-files': unknownFilesCommand,
  'apply-erasure-ledger': applyErasureLedgerCommand,
  'end-access': endAccessCommand,
};
