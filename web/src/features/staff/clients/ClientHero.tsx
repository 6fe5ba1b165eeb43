import { blockClient, unblockClient } from '#contract/companies/clients.ts';
import { counted } from '#contract/values/counted.ts';
import { useTitleSubject } from '../../../lib/use-document-title.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { BlockClientDialog } from './client-dialogs.tsx';
import type { ClientFile } from './client-file.ts';
import { StateLabel } from './client-columns.tsx';
import styles from './Clients.module.css';

/** Shows the client, its state, and the one action: to block it or to unblock it. */
export function ClientHero({ client }: { client: ClientFile }) {
  const { open, dialog } = useDialogs();
  const blocked = client.state === 'blocked';
  const proposals = useProposals('client', 'staff.serveClients', client.id);
  useTitleSubject(client.title, true);
  return (
    <Panel aria-label={client.title}>
      <Stack>
        <WaitingApprovals approvals={proposals.waiting()} />
        {client.block && <BlockNotice client={client} block={client.block} />}
        <div className={styles.hero}>
          <dl className={styles.facts}>
            <Fact name="Состояние">
              <StateLabel client={client} />
            </Fact>
            <Fact name="ИНН">
              <span className={styles.number}>{client.inn}</span>
            </Fact>
            <Fact name="Нераспределено">
              <Money value={client.unallocated} />
            </Fact>
            <Fact name="Свои средства">
              <Money value={client.ownFunds} />
            </Fact>
            <Fact name="Долг">
              <Money value={client.debt} />
            </Fact>
            <Fact name="Клиент с">
              <DateText value={client.since} />
            </Fact>
          </dl>
          <Button
            size="small"
            variant={blocked ? 'secondary' : 'danger'}
            onClick={() => open(BlockClientDialog, client)}
            disabledReason={proposals.problem(blocked ? unblockClient : blockClient)}
          >
            {blocked ? 'Разблокировать' : 'Заблокировать'}
          </Button>
        </div>
      </Stack>
      {dialog}
    </Panel>
  );
}

function BlockNotice({ client, block }: { client: ClientFile; block: NonNullable<ClientFile['block']> }) {
  const { held: blocked, waiting } = client.held_cards;
  return (
    <Notice tone="warn" title={`Заблокирован: ${block.reason}`}>
      <p>
        <DateText value={block.since} style="datetime" />
        {block.by && `, ${block.by}`}. Заблокировано {counted(blocked, ['карта', 'карты', 'карт'])}
        {waiting > 0 && `, из них сеть ещё не заблокировала: ${waiting}`}.
      </p>
    </Notice>
  );
}

export function Fact({ name, wide, children }: { name: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
