import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CopyBox } from '../../ui/copy.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { DialogForm } from '../../ui/dialogs/form-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { loadPart } from '../../../../shared/load-part.ts';

const QrCode = lazyPart(
  async () => (await loadPart(() => import('../../ui/qr-code.tsx'))).QrCode,
  <div className="skeleton mx-auto size-48" />,
);

interface HostedLinkDialogProps {
  title: string;
  flows: readonly { id: string; name: string }[];
  /** Verify this identity again. */
  identityId?: string;
  onClose: () => void;
}

/** Makes a one-time link to a flow, to send or to scan. */
export function HostedLinkDialog({ title, flows, identityId, onClose }: HostedLinkDialogProps) {
  const [flowId, setFlowId] = useState(flows[0]?.id ?? '');
  const start = useMutation({
    mutationFn: () => read(api.POST('/v2/verifications', { body: { flowId, ...(identityId && { identityId }) } })),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {start.data ? (
        <div className="flex flex-col gap-4">
          <p className="text-soft">
            It works once, for one person, until <Time at={start.data.expiresAt} precise />.
          </p>
          <QrCode text={start.data.hostedUrl} label="QR code of the link" />
          <CopyBox value={start.data.hostedUrl} label="The link" />
          <DialogActions>
            <a href={start.data.hostedUrl} target="_blank" rel="noreferrer" className={buttonClasses()}>
              Open here
              <ExternalLink aria-hidden className="size-4" />
            </a>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </div>
      ) : (
        <DialogForm submit={start} action="Make link" disabled={flowId === ''} onClose={onClose}>
          <p className="text-soft">
            A one-time link to the published version, for 24 hours. It starts a new verification.
          </p>
          {flows.length > 1 && (
            <SelectField
              label="Flow"
              value={flowId}
              options={flows.map(({ id, name }) => ({ value: id, text: name }))}
              onChange={(event) => setFlowId(event.target.value)}
            />
          )}
        </DialogForm>
      )}
    </Dialog>
  );
}
