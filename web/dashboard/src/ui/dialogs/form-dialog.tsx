import type { UseMutationResult } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { messageOf } from '../../api/problem.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from '../notice.tsx';

interface DialogFormProps {
  /** The action of the form. When it fails, the form stays open and says why. */
  submit: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  /** What the button does: `Create token`. */
  action: string;
  variant?: 'primary' | 'danger';
  disabled?: boolean;
  /** Replaces the error’s own words; null where a field shows the error. */
  message?: string | null;
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** The form in a dialog: its fields, its error, and the buttons to cancel and to submit. */
export function DialogForm({
  submit,
  action,
  variant = 'primary',
  disabled = false,
  message = submit.error === null ? null : messageOf(submit.error),
  onKeyDown,
  onClose,
  children,
}: DialogFormProps) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled) submit.mutate();
      }}
      onKeyDown={onKeyDown}
    >
      {children}
      {message !== null && <Notice tone="bad">{message}</Notice>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={variant} busy={submit.isPending} disabled={disabled}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

/** A dialog that is one form. */
export function FormDialog({ title, ...form }: DialogFormProps & { title: string }) {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}
