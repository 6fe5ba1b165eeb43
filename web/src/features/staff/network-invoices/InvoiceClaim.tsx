import {
  NETWORK_CLAIM_STATE_TITLE,
  type NetworkClaim,
  type NetworkClaimState,
} from '#contract/fuel/network-claims.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { OffsetClaimDialog, WithdrawClaimDialog } from './claim-dialogs.tsx';
import styles from './NetworkInvoice.module.css';

const TONE: Record<NetworkClaimState, StatusTone> = {
  open: 'wait',
  returned: 'go',
  offset: 'go',
  withdrawn: 'neutral',
};

/** Shows what the network is to give back of an accepted invoice, and ends the claim. */
export function InvoiceClaim({ claim }: { claim: NetworkClaim }) {
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.handleMoney');
  return (
    <Panel
      title="Претензия к сети"
      action={
        claim.state === 'open' && (
          <Row gap="1">
            <Button size="small" onClick={() => open(OffsetClaimDialog, claim)} disabledReason={problem}>
              Сеть зачла
            </Button>
            <Button
              size="small"
              variant="quiet"
              onClick={() => open(WithdrawClaimDialog, claim)}
              disabledReason={problem ?? (claim.returned > 0 ? 'Сеть уже вернула часть' : null)}
            >
              Отозвать
            </Button>
          </Row>
        )
      }
    >
      <Stack>
        <dl className={styles.facts}>
          <div>
            <dt>Состояние</dt>
            <dd>
              <StatusLabel tone={TONE[claim.state]}>{NETWORK_CLAIM_STATE_TITLE[claim.state]}</StatusLabel>
            </dd>
          </div>
          <div>
            <dt>Требуем</dt>
            <dd>
              <Money value={claim.sum} />
            </dd>
          </div>
          <div>
            <dt>Сеть вернула</dt>
            <dd>
              <Money value={claim.returned} />
            </dd>
          </div>
        </dl>
        <p>{claim.note}</p>
        {claim.end_note && <p>{claim.end_note}</p>}
        <p className="ink-2">
          <DateText value={claim.made_at} style="datetime" />
          {claim.made_by && `, ${claim.made_by}`}
        </p>
        {claim.state === 'open' && (
          <p className="ink-2">
            Когда сеть вернёт деньги, учтите её платёж в «Платежах» как возврат по претензии.
          </p>
        )}
      </Stack>
      {dialog}
    </Panel>
  );
}
