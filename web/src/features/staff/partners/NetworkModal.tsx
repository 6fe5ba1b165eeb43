import type { EndpointData } from '#contract/endpoint.ts';
import { LIMIT_PERIOD, LIMIT_PERIODS } from '#contract/ids.ts';
import {
  addNetwork,
  changeNetwork,
  NETWORK_ADAPTERS,
  NETWORK_COLOURS,
  type NetworkColour,
  type readNetworkChoices,
} from '#contract/fuel/networks.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { listStaffPartners } from '#contract/programme/staff-programme.ts';
import { titleKey } from '#contract/values/visible-text.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { useProposals } from '../../../staff/use-proposals.ts';
import { useForm, type Form } from '../../../forms/use-form.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
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

const WIRE = { price: 'card_price' };
const REFRESH = [listStaffPartners, listPartners];

/** Edits the settings of a network. The code and the adapter of an existing one stay. */
export function NetworkModal({ partner, partners, choices, onClose }: Props) {
  const form = useForm<NetworkDraft>({
    values: () => (partner?.added ? toDraft(partner, partner.added) : emptyDraft(choices, partners)),
    wire: WIRE,
  });
  const draft = form.values;
  const adding = useStaffAction(addNetwork, { name: 'Новая сеть', refresh: REFRESH });
  const changing = useStaffAction(changeNetwork, { name: 'Данные сети', refresh: REFRESH });
  const proposals = useProposals('network', 'staff.runProgramme');
  const thing = partner?.id ?? { title: titleKey(draft.title) };
  const call = partner ? changeNetwork : addNetwork;

  function submit() {
    const done = { onSuccess: onClose };
    if (partner) return changing.mutate({ params: { id: partner.id }, body: toInput(draft) }, done);
    const { key, adapter, price } = draft;
    adding.mutate({ body: { ...toInput(draft), key, adapter, card_price: price } }, done);
  }

  return (
    <FormModal
      form={form}
      submitLabel={partner ? 'Сохранить сеть' : 'Добавить сеть'}
      action={partner ? changing : adding}
      disabledReason={draftProblem(draft) ?? proposals.problem(call, thing)}
      onSubmit={submit}
      title={partner ? `Сеть: ${partner.title}` : 'Новая сеть'}
      onClose={onClose}
    >
      <TextField label="Название" {...form.field('title')} maxLength={60} autoComplete="off" />
      <WaitingApprovals approvals={proposals.waiting(thing, call)} />
      {!partner && (
        <>
          <TextField
            label="Код"
            help="Латинскими строчными буквами. Потом не меняется"
            {...form.field('key')}
            maxLength={20}
            autoComplete="off"
          />
          <MoneyField label="Цена одной карты" {...form.field('price')} />
          <Select
            label="Протокол связи"
            {...form.field('adapter')}
            options={choices.adapters.map((value) => ({ value, label: NETWORK_ADAPTERS[value].title }))}
          />
        </>
      )}
      <ConnectionFields form={form} />
      <div className={styles.colour}>
        <Select
          label="Цвет"
          {...form.field('colour')}
          options={(Object.keys(NETWORK_COLOURS) as NetworkColour[]).map((value) => ({
            value,
            label: NETWORK_COLOURS[value],
          }))}
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
        {...form.field('brands')}
        autoComplete="off"
      />
      <Abilities form={form} goods={choices.goods} />
    </FormModal>
  );
}

type PartProps = { form: Form<NetworkDraft> };

/**
 * Shows where a real network is, and which settings contain its keys. The keys themselves are never shown on a screen.
 */
function ConnectionFields({ form }: PartProps) {
  const draft = form.values;
  if (draft.adapter === 'simulated') return null;
  const { needsAddress } = NETWORK_ADAPTERS[draft.adapter];
  return (
    <>
      <TextField
        label="Адрес сервера"
        help={needsAddress ? 'https://…' : 'Пусто — известный адрес этой сети'}
        {...form.field('address')}
        autoComplete="off"
      />
      <TextField
        label="Настройка с ключами"
        help={`Начало имени, например NETWORK_TEBOIL. На сервере нужны: ${listSettings(draft).join(', ')}`}
        {...form.field('settings')}
        autoComplete="off"
      />
    </>
  );
}

function Abilities({ form, goods }: PartProps & { goods: Choices['goods'] }) {
  const draft = form.values;
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
              form.set({ goods: on ? [...draft.goods, id] : draft.goods.filter((good) => good !== id) })
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
              form.set({
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
        <Checkbox label="Различает виды топлива" {...form.checkbox('choosesGoods')} />
        <Checkbox label="Блокирует карты по команде" {...form.checkbox('blocksCards')} />
      </fieldset>
    </>
  );
}
