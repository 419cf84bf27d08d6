import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';

/** Shows the new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <SecretDialog title="Your recovery codes" secret={codes.join(' ')} label="Recovery codes" onClose={onClose}>
      <p className="text-soft">
        If you lose your authenticator app, each of these codes signs you in once, together with your password. Print
        them, or put them into your password manager.
      </p>
    </SecretDialog>
  );
}
