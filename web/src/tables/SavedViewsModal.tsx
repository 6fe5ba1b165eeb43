import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isStaffList, VIEW_NAME_MAX, type ViewList } from '#contract/companies/views.ts';
import { can } from '#contract/access.ts';
import { useRole } from '../server/session.ts';
import { useEndpointAction } from '../actions/use-endpoint-action.ts';
import { useRead } from '../state/use-call.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/fields/Checkbox.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LoadError } from '../ui/states/LoadError.tsx';
import { Modal } from '../ui/layers/Modal.tsx';
import { Notice } from '../ui/states/Notice.tsx';
import { Stack } from '../ui/Stack.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { TextLink } from '../ui/text/TextLink.tsx';
import { isMailed, queryToMail } from './query-to-mail.ts';
import { viewCalls } from './view-calls.ts';
import styles from './TableTools.module.css';

/**
 * Saves the address of a list under a name, for the user, for the company or for all staff, and removes views that are
 * not needed any more.
 */
export function SavedViewsModal({ list, onClose }: { list: ViewList; onClose: () => void }) {
  const [params] = useSearchParams();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [empty, setEmpty] = useState(false);
  const mayAssignRoles = can(useRole(), 'assignRoles');
  const mayRemove = isStaffList(list) || mayAssignRoles;
  const texts = isStaffList(list) ? STAFF_TEXTS : COMPANY_TEXTS;
  const calls = viewCalls(list);
  const saved = useRead(calls.list);
  const save = useEndpointAction(calls.save, { refresh: [calls.list] });
  const remove = useEndpointAction(calls.remove, { refresh: [calls.list] });
  const views = saved.data?.data.filter((view) => view.list === list) ?? [];
  const known = views.find((view) => view.own && view.name === name.trim());

  function onSubmit() {
    if (name.trim() === '') return setEmpty(true);
    // A page is where the user has stopped reading, not a part of the view.
    const query = new URLSearchParams(params);
    query.delete('page');
    return save.mutate({ body: { list, name, query: query.toString(), shared } }, { onSuccess: onClose });
  }
  return (
    <Modal opened onClose={onClose} title="Сохранённые виды" busy={save.isPending}>
      <Stack gap="3">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <Stack gap="2">
            <TextField
              label="Название"
              help="Сохранятся фильтры, порядок и столбцы, как сейчас"
              error={empty && name.trim() === '' ? 'Необходимо заполнить это поле' : null}
              value={name}
              maxLength={VIEW_NAME_MAX}
              onChange={setName}
              autoFocus
            />
            <Checkbox label={texts.share} checked={shared} onChange={setShared} />
            {save.error && <Notice tone="error">{save.error.message}</Notice>}
            <Button type="submit" variant="primary" pending={save.isPending}>
              {known ? 'Заменить вид' : 'Сохранить вид'}
            </Button>
            {isMailed(list) && (
              <TextLink to={paths.mailReport(list, queryToMail(params))}>Присылать на почту</TextLink>
            )}
          </Stack>
        </form>
        {saved.isError && !saved.data && (
          <LoadError onReload={() => void saved.refetch()} reloading={saved.isFetching} />
        )}
        {remove.error && <Notice tone="error">{remove.error.message}</Notice>}
        {views.length > 0 && (
          <ul className={styles.views} aria-label="Виды этого списка">
            {views.map((view) => (
              <li key={view.id} className={styles.view}>
                <span>
                  {view.name}
                  {view.shared && <span className="ink-2">{view.own ? texts.shared : ', от коллеги'}</span>}
                </span>
                <IconButton
                  label={`Удалить вид: ${view.name}`}
                  icon={<IconTrash aria-hidden="true" stroke={1.75} />}
                  disabled={!(view.own || mayRemove) || remove.isPending}
                  disabledReason={view.own || mayRemove ? 'удаляется' : 'это вид коллеги'}
                  onClick={() => remove.mutate({ params: { id: view.id } })}
                />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  );
}

const COMPANY_TEXTS = { share: 'Показывать всей компании', shared: ', видит вся компания' };
const STAFF_TEXTS = { share: 'Показывать всем сотрудникам', shared: ', видят все сотрудники' };
