import { useState } from 'react';
import { can } from '#contract/access.ts';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { listRuleChanges, readCardRules, setCardRules, wouldPass, openCard } from '#contract/fleet/rules.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { LimitMeter } from '../../../cards/LimitMeter.tsx';
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { EnforcedRules } from './EnforcedRules.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import styles from './Rules.module.css';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useSearchParams } from 'react-router';
import type { EndpointData } from '#contract/endpoint.ts';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';

const POLL_MS = 5000;

/** Shows what the card may buy by the company's rules: the sentence first, then who enforces what. */
export function CardRulesPanel({ card }: { card: Card }) {
  const input = { params: { id: card.id } };
  const read = useRead(readCardRules, input, { refetchMs: POLL_MS });
  const [requested, setRequested] = useState<'edit' | 'check' | null>(null);
  const mayChange = can(useRole(), 'changeCard');
  const action = useEndpointAction(setCardRules, {
    refresh: [readCardRules, listRuleChanges, readCard, listCards],
    left: { failed: 'Правила карты не сохранены' },
  });
  const close = () => {
    setRequested(null);
    action.reset();
  };
  if (!read.data)
    return (
      <Panel title="Правила компании">
        {read.error ? (
          <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
        ) : (
          <TextSkeleton count={2} label="Загружаются правила" />
        )}
      </Panel>
    );
  const {
    rules,
    sentence,
    effective,
    layers,
    budgets,
    closed_for: closedFor,
    opening,
    breaches,
  } = read.data.data;
  return (
    <Panel
      title="Правила компании"
      aria-label="Правила компании"
      action={
        <Row>
          <Button size="small" variant="quiet" onClick={() => setRequested('check')}>
            Проверить заправку
          </Button>
          {mayChange && (
            <Button size="small" onClick={() => setRequested('edit')}>
              Изменить
            </Button>
          )}
        </Row>
      }
    >
      <Stack>
        <p className={styles.sentence}>{sentence}</p>
        {opening ? (
          <OpenCard cardId={card.id} opening={opening} mayOpen={mayChange} />
        ) : (
          closedFor && (
            <Notice tone="warn" title="Карта закрыта правилом">
              {closedFor}
            </Notice>
          )
        )}
        {budgets.map((budget) => (
          <Row key={`${budget.unit.id}-${budget.period.id}`} between nowrap gap="3" align="end">
            <div className={styles.budget}>
              <p className={styles.from}>Бюджет группы «{layers.group?.title}»</p>
              <LimitMeter limit={budget} label={`Бюджет группы «${layers.group?.title}»`} />
            </div>
            <TextLink to={paths.rules}>{mayChange ? 'Изменить бюджет' : 'Правила группы'}</TextLink>
          </Row>
        ))}
        {effective.length > 0 && (
          <Disclosure summary="Кто контролирует: сеть или портал">
            <EnforcedRules effective={effective} />
          </Disclosure>
        )}
        {breaches.length > 0 && (
          <Disclosure summary={`Покупки с нарушением правил: ${breaches.length}`}>
            <ul className={styles.held}>
              {breaches.map((breach) => (
                <li key={`${breach.operation_id} ${breach.kind}`}>
                  <DateText value={breach.at} style="datetime" /> {breach.sentence}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Stack>
      {requested === 'edit' && (
        <RuleEditor
          title="Правила карты"
          rules={rules}
          lifts
          pending={action.isPending}
          error={action.error}
          onClose={close}
          onSave={(input) =>
            action.mutate({ params: { id: card.id }, body: { rules: input } }, { onSuccess: close })
          }
        />
      )}
      {requested === 'check' && <CheckPurchase card={card} onClose={close} />}
    </Panel>
  );
}

/** Checks before a driver goes there whether this purchase would pass, and if not, why. */
function CheckPurchase({ card, onClose }: { card: Card; onClose: () => void }) {
  const form = useForm({ values: { goods: String(card.goods[0]?.cg_id ?? ''), litres: '' } });
  const { goods, litres } = form.values;
  const action = useEndpointAction(wouldPass);
  const answer = action.data?.data;
  return (
    <FormModal
      form={form}
      submitLabel="Проверить"
      action={action}
      disabledReason={litres.trim() === '' ? 'Укажите литры' : null}
      onChange={action.reset}
      onSubmit={() => action.mutate({ params: { id: card.id }, body: { goods_id: Number(goods), litres } })}
      title="Проверить заправку"
      onClose={onClose}
    >
      <Select
        label="Топливо"
        options={card.goods.map((good) => ({ value: String(good.cg_id), label: good.title }))}
        {...form.field('goods')}
      />
      <TextField
        label="Литры"
        inputMode="decimal"
        suffix="л"
        {...form.field('litres')}
        maxLength={10}
        autoFocus
      />
      {answer?.passes && <Notice>Пройдёт: сеть и правила разрешают.</Notice>}
      {answer && !answer.passes && (
        <Notice tone="warn" title="Не пройдёт">
          <ul>
            {answer.reasons.map((reason) => (
              <li key={reason.rule}>{reason.sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormModal>
  );
}

type Opening = NonNullable<EndpointData<typeof readCardRules>['opening']>;
const STATE: Record<Opening['state'], { tone: StatusTone; text: string }> = {
  closed: { tone: 'locked', text: 'Карта закрыта: откройте её перед заправкой' },
  opening: { tone: 'wait', text: 'Открываем: ждём ответа сети' },
  open: { tone: 'go', text: 'Карта открыта' },
  closing: { tone: 'wait', text: 'Закрываем: ждём ответа сети, по карте ещё могут заправиться' },
};
const TERMS = [15, 30, 60];

/** A card that is closed by default: how it stands, and a button that opens it for some minutes. */
function OpenCard({ cardId, opening, mayOpen }: { cardId: number; opening: Opening; mayOpen: boolean }) {
  // A sentence in the palette has named it.
  const named = Number(useSearchParams()[0].get('open'));
  const isNamed = Number.isInteger(named) && named > 0 && named <= opening.minutes;
  const usual = [...TERMS.filter((term) => term < opening.minutes), opening.minutes];
  const terms = [...new Set([...usual, ...(isNamed ? [named] : [])])].toSorted((a, b) => a - b);
  const [requested, setRequested] = useState<number | null>(null);
  const action = useEndpointAction(openCard, {
    refresh: [readCardRules, readCard, listCards],
    left: { failed: 'Карта не открыта' },
  });
  const { tone, text } = STATE[opening.state];
  return (
    <Stack gap="1">
      <StatusLabel tone={tone}>
        {text}
        {opening.until && (
          <>
            {' до '}
            <DateText value={opening.until} style="datetime" />
          </>
        )}
      </StatusLabel>
      {action.error && <Notice tone="error">{action.error.message}</Notice>}
      {mayOpen && opening.state !== 'opening' && (
        <Row>
          {terms.map((minutes) => (
            <Button
              key={minutes}
              variant={isNamed && minutes === named ? 'primary' : 'secondary'}
              pending={action.isPending && requested === minutes}
              onClick={() => {
                setRequested(minutes);
                action.mutate({ params: { id: cardId }, body: { minutes } });
              }}
            >
              {opening.state === 'open' ? 'Продлить на' : 'Открыть на'} {minutes} мин
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  );
}
