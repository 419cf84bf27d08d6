import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { ApiProblem, messageOf } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schemas } from '../../api/schema.ts';
import { lines } from '../../app/lines.ts';
import { useClientKey, useSession } from '../../app/session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useToast } from '../../ui/toast.tsx';

export function IpRulesPage() {
  const client = useClientKey();
  const query = useQuery({
    queryKey: [client, 'ip-rules'],
    queryFn: ({ signal }) => read(api.GET('/v2/ip-rules', { signal })),
  });
  return (
    <Page
      title="IP rules"
      description="Networks from which people may start a session. Others see a message at the start."
    >
      <QueryView query={query}>{(rules) => <IpRulesForm key={JSON.stringify(rules)} rules={rules} />}</QueryView>
    </Page>
  );
}

function IpRulesForm({ rules }: { rules: Schemas['IpRuleSet'] }) {
  const { may } = useSession();
  const client = useClientKey();
  const say = useToast();
  const [allow, setAllow] = useState(rules.allow.join('\n'));
  const [deny, setDeny] = useState(rules.deny.join('\n'));
  const save = useMutation({
    mutationFn: () => read(api.PUT('/v2/ip-rules', { body: { allow: lines(allow), deny: lines(deny) } })),
    onSuccess: (saved) => {
      queryClient.setQueryData([client, 'ip-rules'], saved);
      say('IP rules saved.');
    },
  });
  const faults = save.error instanceof ApiProblem ? save.error.faults : [];
  const faultIn = (list: 'allow' | 'deny', text: string) => {
    const fault = faults.find(({ pointer }) => pointer.startsWith(`/${list}/`));
    if (fault === undefined) return undefined;
    return `${lines(text)[Number(fault.pointer.split('/')[2])] ?? 'A line'} ${fault.detail}`;
  };
  return (
    <Card>
      <form
        className="flex max-w-xl flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <fieldset disabled={!may('account:write')} className="flex flex-col gap-5">
          <TextArea
            label="Allowed networks"
            hint="One for each line, such as 203.0.113.0/24 or 2001:db8::/32. Leave empty to allow every address."
            className="font-mono text-[13px]"
            fault={faultIn('allow', allow)}
            value={allow}
            onChange={(event) => setAllow(event.target.value)}
          />
          <TextArea
            label="Denied networks"
            hint="Takes precedence over the allowed ones."
            className="font-mono text-[13px]"
            fault={faultIn('deny', deny)}
            value={deny}
            onChange={(event) => setDeny(event.target.value)}
          />
        </fieldset>
        {save.isError && faults.length === 0 && <Notice tone="bad">{messageOf(save.error)}</Notice>}
        {may('account:write') && (
          <Button type="submit" variant="primary" className="self-start" busy={save.isPending}>
            Save rules
          </Button>
        )}
      </form>
    </Card>
  );
}
