import { flowSettings } from 'virtual:contract-flow';
import { languages } from 'virtual:contract-words';
import { useState } from 'react';
import { BrandPreview } from '../app/brand/brand-preview.tsx';
import { ColourField } from '../app/brand/colour-field.tsx';
import { lines } from '../app/lines.ts';
import { useSession } from '../app/session/session.tsx';
import { useSettings } from '../app/settings-query.ts';
import { languageName } from '../app/words.ts';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import type { FaultOf, FlowDraft } from './flow-draft.ts';
import { ReverificationCard } from './reverification-card.tsx';
import { SchemaForm } from './schema-field.tsx';

interface FlowSettingsProps {
  name: string;
  draft: FlowDraft;
  faultOf: FaultOf;
  onChange: (draft: FlowDraft) => void;
}

/** The settings of the whole flow. */
export function FlowSettings({ name, draft, faultOf, onChange }: FlowSettingsProps) {
  const { branding, ipRestriction } = draft;
  const { client } = useSession();
  const own = useSettings().data;
  const listFault = (list: 'allow' | 'deny') =>
    ipRestriction[list]
      .map((_network, index) => faultOf(`/ipRestriction/${list}/${index}`))
      .find((fault) => fault !== undefined);
  return (
    <>
      <Card title="Limits">
        <SchemaForm
          schema={{ type: 'object', properties: flowSettings }}
          value={draft}
          pointer=""
          faultOf={faultOf}
          stepIdsOf={() => []}
          onChange={(next) => onChange(next as FlowDraft)} // The same object with one setting changed; the server checks it.
        />
      </Card>
      <ReverificationCard draft={draft} onChange={onChange} />
      <Card title="Branding" description="Leave empty to use the client’s setting.">
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex flex-col gap-5">
            <ColourField
              label="Buttons"
              value={branding.buttonColor}
              fault={faultOf('/branding/buttonColor')}
              onChange={(buttonColor) => onChange({ ...draft, branding: { ...branding, buttonColor } })}
            />
            <ColourField
              label="Text on buttons"
              value={branding.buttonTextColor}
              fault={faultOf('/branding/buttonTextColor')}
              onChange={(buttonTextColor) => onChange({ ...draft, branding: { ...branding, buttonTextColor } })}
            />
            <TextField
              label="Logo"
              type="url"
              placeholder="https://bank.example/logo.svg"
              fault={faultOf('/branding/logoUrl')}
              value={branding.logoUrl ?? ''}
              onChange={(event) =>
                onChange({
                  ...draft,
                  branding: { ...branding, logoUrl: event.target.value === '' ? null : event.target.value },
                })
              }
            />
          </div>
          <BrandPreview
            name={client?.name ?? name}
            buttonColor={branding.buttonColor ?? own?.buttonColor ?? null}
            buttonTextColor={branding.buttonTextColor ?? own?.buttonTextColor ?? null}
            logoUrl={branding.logoUrl ?? own?.logoUrl ?? null}
            vendor={own?.showVendorBranding ?? true}
            language={draft.language}
            steps={draft.steps}
          />
        </div>
      </Card>
      <Consent
        title="Consent"
        description="The person sees this before any biometric step. Give each change of the text a new version."
        offer="Ask for consent"
        value={draft.consent}
        fault={faultOf('/consent')}
        onChange={(consent) => onChange({ ...draft, consent })}
      />
      <Consent
        title="Consent to the search of all faces"
        description="For selfie steps that search for the same face under other identities."
        offer="Ask for this consent"
        value={draft.duplicateFaceConsent}
        fault={faultOf('/duplicateFaceConsent')}
        onChange={(duplicateFaceConsent) => onChange({ ...draft, duplicateFaceConsent })}
      />
      <Card title="Return addresses" description="Where the hosted page may send people at the end.">
        <TextArea
          label="Addresses of this flow"
          hint="One for each line. Each must also be in the client’s SDK settings. Leave empty to allow all of those."
          className="font-mono text-[13px]"
          fault={draft.returnUrls
            ?.map((_address, index) => faultOf(`/returnUrls/${index}`))
            .find((fault) => fault !== undefined)}
          defaultValue={draft.returnUrls?.join('\n') ?? ''}
          onChange={(event) => {
            const returnUrls = lines(event.target.value);
            onChange({ ...draft, returnUrls: returnUrls.length === 0 ? null : returnUrls });
          }}
        />
      </Card>
      <Card title="Networks" description="In addition to the rules of the client.">
        <div className="grid gap-5 sm:grid-cols-2">
          {(['allow', 'deny'] as const).map((list) => (
            <TextArea
              key={list}
              label={list === 'allow' ? 'Allowed' : 'Denied'}
              hint={
                list === 'allow'
                  ? 'One per line. Leave empty to allow every address.'
                  : 'Takes precedence over the allowed ones.'
              }
              className="font-mono text-[13px]"
              fault={listFault(list)}
              defaultValue={ipRestriction[list].join('\n')}
              onChange={(event) =>
                onChange({ ...draft, ipRestriction: { ...ipRestriction, [list]: lines(event.target.value) } })
              }
            />
          ))}
        </div>
      </Card>
    </>
  );
}

type ConsentText = FlowDraft['consent'];
interface ConsentProps {
  title: string;
  description: string;
  offer: string;
  value: ConsentText;
  fault: string | undefined;
  onChange: (value: ConsentText) => void;
}

function Consent({ title, description, offer, value, fault, onChange }: ConsentProps) {
  const [language, setLanguage] = useState<(typeof languages)[number]>('en');
  const texts: Partial<Record<string, string>> = value?.texts ?? {};
  return (
    <Card title={title} description={description}>
      <div className="flex flex-col gap-5">
        <Checkbox
          label={offer}
          checked={value !== null}
          onChange={(on) => onChange(on ? { version: '1', texts: {} } : null)}
        />
        {fault !== undefined && <p className="text-[13px] font-medium text-bad">{fault}</p>}
        {value !== null && (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label="Version"
                maxLength={60}
                value={value.version}
                onChange={(event) => onChange({ ...value, version: event.target.value })}
              />
              <SelectField
                label="Text in"
                value={language}
                options={languages.map((code) => ({
                  value: code,
                  text: `${languageName(code)}${texts[code] ? ' ✓' : ''}`,
                }))}
                onChange={(event) => setLanguage(languages.find((code) => code === event.target.value) ?? language)}
              />
            </div>
            <TextArea
              label={`Text (${languageName(language)})`}
              hint="Leave empty to show the service’s own text."
              maxLength={10_000}
              value={texts[language] ?? ''}
              onChange={(event) => {
                const { [language]: _before, ...rest } = value.texts;
                onChange({
                  ...value,
                  texts: event.target.value === '' ? rest : { ...rest, [language]: event.target.value },
                });
              }}
            />
          </>
        )}
      </div>
    </Card>
  );
}
