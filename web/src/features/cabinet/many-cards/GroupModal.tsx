import { listCards, readCard } from '#contract/cards/cards.ts';
import { createCardGroup, listCardGroups, putCardsIntoGroup } from '#contract/fleet/card-groups.ts';
import { readCardRules } from '#contract/fleet/rules.ts';
import { counted } from '#contract/values/counted.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { CARD_FORMS, type Card } from '../../../cards/describe-card.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';

const NEW = 'new';
const NONE = 'none';
const REFRESH = [listCards, readCard, readCardRules, listCardGroups];

/** Puts the selected cards into a group, also into one that is made here. */
export function GroupModal({ cards, onClose }: { cards: readonly Card[]; onClose: () => void }) {
  const read = useRead(listCardGroups);
  const groups = read.data?.data ?? [];
  const form = useForm({ values: { group: '', title: '' } });
  const { title } = form.values;
  // A company without groups makes its first one.
  const group = form.values.group === '' && read.data && groups.length === 0 ? NEW : form.values.group;
  const put = useEndpointAction(putCardsIntoGroup, {
    refresh: REFRESH,
    left: { failed: 'Карты не переведены в группу' },
  });
  const create = useEndpointAction(createCardGroup, {
    refresh: [listCardGroups],
    left: { failed: `Группа ${title} не добавлена` },
  });
  const ids = cards.map(({ id }) => id);
  const putInto = (id: number | null) => put.mutate({ body: { ids, group_id: id } }, { onSuccess: onClose });
  const save = () =>
    group === NEW
      ? create.mutate({ body: { title } }, { onSuccess: ({ data }) => putInto(data.id) })
      : putInto(group === NONE ? null : Number(group));
  return (
    <FormModal
      title="Перевести в группу"
      form={form}
      submitLabel={`Перевести: ${counted(ids.length, CARD_FORMS)}`}
      action={{ isPending: put.isPending || create.isPending, error: create.error ?? put.error }}
      disabledReason={findProblem(group, title)}
      onChange={() => {
        put.reset();
        create.reset();
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <ReadFailed what="Группы не загрузились." reads={[read]} />
      {groups.length > 0 && (
        <Select
          label="Группа"
          {...form.field('group')}
          placeholder="Выберите группу"
          options={[
            ...groups.map(({ id, title: name }) => ({ value: String(id), label: name })),
            { value: NEW, label: 'Новая группа' },
            ...(cards.some((card) => card.group) ? [{ value: NONE, label: 'Без группы' }] : []),
          ]}
        />
      )}
      {group === NEW && (
        <TextField
          label="Название новой группы"
          help="Например, отдел, колонна или филиал. У группы могут быть общие правила и бюджет."
          {...form.field('title')}
          maxLength={60}
        />
      )}
      {group === NONE && <p className="ink-2">Карта, которая стоит на машине, останется в группе машины.</p>}
    </FormModal>
  );
}

function findProblem(group: string, title: string): string | null {
  if (group === '') return 'Выберите группу';
  return group === NEW && title.trim() === '' ? 'Назовите группу' : null;
}
