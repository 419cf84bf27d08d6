import { useState } from 'react';
import { eventTypes, languages } from 'virtual:contract-words';
import type { Schemas } from '../../api/schema.ts';
import { BrandPreview } from '../../app/brand/brand-preview.tsx';
import { ColourField } from '../../app/brand/colour-field.tsx';
import { useSession } from '../../app/session/session.tsx';
import { useSaveSettings, useSettings } from '../../app/settings-query.ts';
import { languageName } from '../../app/words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, CheckboxList } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';

type Settings = Schemas['Settings'];

/** Name, appearance and languages of the client. */
export function SettingsPage() {
  const settings = useSettings();
  return (
    <Page title="General" description="How this client looks in every flow without settings for it.">
      <QueryView query={settings}>{(data) => <SettingsForm key={JSON.stringify(data)} settings={data} />}</QueryView>
    </Page>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { may } = useSession();
  const save = useSaveSettings();
  const [draft, setDraft] = useState(settings);
  const locked = !may('account:write');
  const set = <K extends keyof Settings>(name: K, value: Settings[K]) => setDraft({ ...draft, [name]: value });
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const { name, logoUrl, buttonColor, buttonTextColor, showVendorBranding, webhookEventTypes } = draft;
        save.mutate({
          name,
          logoUrl,
          buttonColor,
          buttonTextColor,
          showVendorBranding,
          webhookEventTypes,
          languages: draft.languages,
        });
      }}
    >
      <fieldset disabled={locked} className="flex flex-col gap-5">
        <Card title="Branding">
          <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="flex flex-col gap-5">
              <TextField
                label="Name"
                required
                maxLength={100}
                value={draft.name}
                onChange={(event) => set('name', event.target.value)}
              />
              <TextField
                label="Logo"
                type="url"
                placeholder="https://bank.example/logo.svg"
                hint="An https address. Leave empty to show no logo."
                value={draft.logoUrl ?? ''}
                onChange={(event) => set('logoUrl', event.target.value === '' ? null : event.target.value)}
              />
              <div className="grid gap-5 sm:grid-cols-2">
                <ColourField
                  label="Buttons"
                  value={draft.buttonColor}
                  onChange={(value) => set('buttonColor', value)}
                />
                <ColourField
                  label="Text on buttons"
                  value={draft.buttonTextColor}
                  onChange={(value) => set('buttonTextColor', value)}
                />
              </div>
              <Checkbox
                label="Show “Verify” at the foot of each screen"
                checked={draft.showVendorBranding}
                onChange={(value) => set('showVendorBranding', value)}
              />
            </div>
            <BrandPreview
              name={draft.name}
              buttonColor={draft.buttonColor}
              buttonTextColor={draft.buttonTextColor}
              logoUrl={draft.logoUrl}
              vendor={draft.showVendorBranding}
            />
          </div>
        </Card>
        <Card title="Languages" description="Languages that people can choose.">
          <CheckboxList
            legend="Offered"
            values={languages}
            chosen={draft.languages}
            textOf={languageName}
            onChange={(chosen) => set('languages', chosen)}
          />
        </Card>
        <Card title="New webhook endpoints" description="The events that an endpoint gets if it names none.">
          <CheckboxList
            legend="Events"
            hint="Choose none to send all of them."
            values={eventTypes}
            chosen={eventTypes.filter((type) => draft.webhookEventTypes.includes(type))}
            textOf={(type) => <code className="font-mono text-[13px] font-normal break-all">{type}</code>}
            onChange={(chosen) => set('webhookEventTypes', chosen)}
          />
        </Card>
      </fieldset>
      {!locked && (
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={save.isPending}
          disabled={draft.languages.length === 0}
        >
          Save settings
        </Button>
      )}
    </form>
  );
}
