import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { LIMIT_PERIOD, LIMIT_PERIODS } from '#contract/ids.ts';
import {
  addNetwork,
  changeNetwork,
  NETWORK_ADAPTERS,
  NETWORK_COLOURS,
  type NetworkAdapter,
  type NetworkColour,
  type readNetworkChoices,
} from '#contract/networks.ts';
import { listPartners } from '#contract/orders.ts';
import { listStaffPartners } from '#contract/staff-programme.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { useProposals } from '../../staff/use-proposals.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { WaitingApprovals } from '../../staff/WaitingApprovals.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import {
  toDraft,
  draftProblem,
  emptyDraft,
  toInput,
  listSettings,
  type NetworkDraft,
  type Partner,
} from './network-draft.ts';
import styles from './NetworkModal.module.css';

type Choices = EndpointData<typeof readNetworkChoices>;
type Props = {
  /** Null for a new network. */
  partner: Partner | null;
  partners: readonly Partner[];
  choices: Choices;
  onClose: () => void;
};

const OWN_FIELDS = ['key', 'title', 'card_price', 'address', 'settings', 'brands'];
const REFRESH = [listStaffPartners, listPartners];

/** Everything that is set of a network; of one that is there already its code and what speaks to it stay. */
export function NetworkModal({ partner, partners, choices, onClose }: Props) {
  const [draft, setDraft] = useState(() =>
    partner?.added ? toDraft(partner, partner.added) : emptyDraft(choices, partners),
  );
  const change = (next: Partial<NetworkDraft>) => setDraft((before) => ({ ...before, ...next }));
  const adding = useStaffAction(addNetwork, { name: 'Новая сеть', refresh: REFRESH });
  const changing = useStaffAction(changeNetwork, { name: 'Данные сети', refresh: REFRESH });
  const { error, isPending } = partner ? changing : adding;
  const getError = (field: string) => error?.fields?.[field]?.[0];
  const proposals = useProposals('network', 'staff.runProgramme');
  const thing = partner?.id ?? { title: draft.title.trim() };
  const call = partner ? changeNetwork : addNetwork;

  function submit() {
    const done = { onSuccess: onClose };
    if (partner) return changing.mutate({ params: { id: partner.id }, body: toInput(draft) }, done);
    const { key, adapter, price } = draft;
    adding.mutate({ body: { ...toInput(draft), key, adapter, card_price: price } }, done);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={partner ? `Сеть: ${partner.title}` : 'Новая сеть'}
      busy={isPending}
    >
      <FormShell
        submitLabel={partner ? 'Сохранить сеть' : 'Добавить сеть'}
        action={{ isPending, error: error }}
        ownFields={OWN_FIELDS}
        disabledReason={draftProblem(draft) ?? proposals.problem(call, thing)}
        onSubmit={submit}
      >
        <TextField
          label="Название"
          value={draft.title}
          error={getError('title')}
          onChange={(title) => change({ title })}
          maxLength={60}
          autoComplete="off"
        />
        <WaitingApprovals approvals={proposals.waiting(thing, call)} />
        {!partner && (
          <>
            <TextField
              label="Код"
              help="Латинскими строчными буквами. Потом не меняется"
              value={draft.key}
              error={getError('key')}
              onChange={(key) => change({ key })}
              maxLength={20}
              autoComplete="off"
            />
            <MoneyField
              label="Цена одной карты"
              value={draft.price}
              onChange={(price) => change({ price })}
              error={getError('card_price')}
            />
            <Select
              label="Как говорить с сетью"
              value={draft.adapter}
              onChange={(adapter) => change({ adapter: adapter as NetworkAdapter })}
              options={choices.adapters.map((value) => ({ value, label: NETWORK_ADAPTERS[value].title }))}
            />
          </>
        )}
        <Reach draft={draft} change={change} errorOf={getError} />
        <div className={styles.colour}>
          <Select
            label="Цвет"
            value={draft.colour}
            onChange={(colour) => change({ colour: colour as NetworkColour })}
            options={Object.entries(NETWORK_COLOURS).map(([value, label]) => ({ value, label }))}
          />
          <span
            aria-hidden="true"
            className={styles.face}
            style={{ background: `var(--${draft.colour}-face)`, color: `var(--${draft.colour}-ink)` }}
          >
            1234
          </span>
        </div>
        <TextField
          label="Станции в списке АЗС"
          help="Как они называются в нём, через запятую"
          value={draft.brands}
          error={getError('brands')}
          onChange={(brands) => change({ brands })}
          autoComplete="off"
        />
        <Abilities draft={draft} change={change} goods={choices.goods} />
      </FormShell>
    </Modal>
  );
}

type PartProps = { draft: NetworkDraft; change: (next: Partial<NetworkDraft>) => void };

/**
 * Shows where a real network is, and which settings contain its keys. The keys themselves are never shown on a screen.
 */
function Reach({
  draft,
  change,
  errorOf: getError,
}: PartProps & { errorOf: (field: string) => string | undefined }) {
  if (draft.adapter === 'simulated') return null;
  const { needsAddress } = NETWORK_ADAPTERS[draft.adapter];
  return (
    <>
      <TextField
        label="Адрес сервера"
        help={needsAddress ? 'https://…' : 'Пусто — известный адрес этой сети'}
        value={draft.address}
        error={getError('address')}
        onChange={(address) => change({ address })}
        autoComplete="off"
      />
      <TextField
        label="Настройка с ключами"
        help={`Начало имени, например NETWORK_TEBOIL. На сервере нужны: ${listSettings(draft).join(', ')}`}
        value={draft.settings}
        error={getError('settings')}
        onChange={(settings) => change({ settings })}
        autoComplete="off"
      />
    </>
  );
}

function Abilities({ draft, change, goods }: PartProps & { goods: Choices['goods'] }) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Что продаёт</legend>
        {goods.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={draft.goods.includes(id)}
            onChange={(on) =>
              change({ goods: on ? [...draft.goods, id] : draft.goods.filter((good) => good !== id) })
            }
          />
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>За что считает лимит</legend>
        {LIMIT_PERIODS.map((period) => (
          <Checkbox
            key={period}
            label={LIMIT_PERIOD[period].title}
            checked={draft.periods.includes(period)}
            onChange={(on) =>
              change({
                periods: LIMIT_PERIODS.filter((limitPeriod) =>
                  limitPeriod === period ? on : draft.periods.includes(limitPeriod),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Что ещё умеет</legend>
        <Checkbox
          label="Различает виды топлива"
          checked={draft.choosesGoods}
          onChange={(choosesGoods) => change({ choosesGoods })}
        />
        <Checkbox
          label="Блокирует карты по команде"
          checked={draft.blocksCards}
          onChange={(blocksCards) => change({ blocksCards })}
        />
      </fieldset>
    </>
  );
}
