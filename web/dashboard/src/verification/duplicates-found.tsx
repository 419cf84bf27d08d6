import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/schema.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Id } from '../ui/copy.tsx';
import { Notice } from '../ui/notice.tsx';

type DuplicateSearch = Schemas['DuplicateSearch'];

const traitTexts: Readonly<Record<DuplicateSearch['duplicates'][number]['by'][number], string>> = {
  face: 'the same face',
  document: 'the same document',
  phoneNumber: 'the same phone number as several others',
  email: 'the same email address as several others',
};

type Contradiction = NonNullable<DuplicateSearch['contradictions']>[number];

const contradictionTexts: Readonly<Record<Contradiction['by'][number], string>> = {
  face: 'another face',
  fullName: 'another name',
  dateOfBirth: 'another date of birth',
};

/**
 * Other identities that may be the person whom the operator is about to verify, other verifications of the identity that show another person,
 * and a checkbox to confirm that they were compared.
 */
export function DuplicatesFound({
  search: { duplicates, contradictions = [], complete },
  compared,
  onCompared,
}: {
  search: DuplicateSearch;
  compared: boolean;
  onCompared: (compared: boolean) => void;
}) {
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="bad">
        {duplicates.length > 0 && (
          <p>
            {duplicates.length === 1
              ? 'Another identity may be this person. Compare the two before you verify.'
              : `${duplicates.length} other identities may be this person. Compare them before you verify.`}
          </p>
        )}
        {contradictions.length > 0 && (
          <p>Other verifications of this identity show another person. Compare them before you verify.</p>
        )}
        {!complete && <p>The search was incomplete, so a duplicate may have been missed. Search for one yourself.</p>}
      </Notice>
      {duplicates.length > 0 && (
        <ul aria-label="Possible duplicates" className="flex flex-col gap-1">
          {duplicates.map(({ identityId, verificationId, by }) => (
            <li key={identityId} className="flex flex-wrap items-center gap-x-2">
              {verificationId === null ? <Id value={identityId} /> : <OtherVerification id={verificationId} />}
              <span className="text-soft">{by.map((trait) => traitTexts[trait]).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {contradictions.length > 0 && (
        <ul aria-label="Verifications that show another person" className="flex flex-col gap-1">
          {contradictions.map(({ verificationId, by }) => (
            <li key={verificationId} className="flex flex-wrap items-center gap-x-2">
              <OtherVerification id={verificationId} />
              <span className="text-soft">{by.map((trait) => contradictionTexts[trait]).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      <Checkbox
        label={
          duplicates.length + contradictions.length > 0
            ? 'I have compared them, and verify anyway'
            : 'I know this, and verify anyway'
        }
        hint="The decision and the audit log keep this with your name."
        checked={compared}
        onChange={onCompared}
      />
    </div>
  );
}

function OtherVerification({ id: verificationId }: { id: string }) {
  return (
    <Link to="/verifications/$verificationId" params={{ verificationId }} target="_blank" className="link break-all">
      {verificationId}
    </Link>
  );
}
