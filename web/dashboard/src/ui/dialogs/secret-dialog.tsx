import { useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { CopyBox } from '../copy.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from '../notice.tsx';

/** A secret that is shown once: the dialog closes only after the operator confirms that they kept it. */
export function SecretDialog({
  title,
  secret,
  label,
  children,
  onClose,
}: {
  title: string;
  secret: string;
  label: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  const [kept, setKept] = useState(false);
  return (
    <Dialog title={title} onClose={onClose} firm>
      <div className="flex flex-col gap-4">
        <Notice tone="warn">Copy it now. You won’t be able to see it again.</Notice>
        <CopyBox value={secret} label={label} />
        {children}
        <Checkbox label="I have stored it in a safe place" checked={kept} onChange={setKept} />
      </div>
      <DialogActions>
        <Button variant="primary" disabled={!kept} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
