import { EVENT_TYPE, EVENT_TYPES, type EventType } from '#contract/companies/events.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { ShownOnce } from '../../../forms/ShownOnce.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { WebhookCalls } from './webhook-calls.ts';
import styles from './Webhooks.module.css';

const USUAL: readonly EventType[] = ['operation.created', 'operation.changed', 'document.published'];

/** An address and the events that go there; then the secret, once. */
export function NewWebhook({ calls, onClose }: { calls: WebhookCalls; onClose: () => void }) {
  const form = useForm({ values: { url: 'https://', types: USUAL } });
  const { url, types } = form.values;
  const action = useEndpointAction(calls.create, {
    refresh: [calls.list],
    left: { failed: `Вебхук не подключён: ${url}` },
  });
  const secret = action.data?.data.secret;

  function choose(type: EventType, chosen: boolean) {
    form.set({
      types: EVENT_TYPES.filter((eventType) => (eventType === type ? chosen : types.includes(eventType))),
    });
  }

  return (
    <Modal opened onClose={onClose} title="Новый вебхук" busy={action.isPending}>
      {secret ? (
        <ShownOnce label="Секрет вебхука" secret={secret} onDone={onClose} />
      ) : (
        <FormShell
          form={form}
          onChange={action.reset}
          submitLabel="Подключить"
          action={action}
          disabledReason={
            url.length <= 'https://'.length
              ? 'Укажите адрес'
              : types.length === 0
                ? 'Выберите хотя бы один вид событий'
                : null
          }
          onSubmit={() => action.mutate({ body: { url, types: [...types] } })}
        >
          <TextField
            label="Адрес"
            type="url"
            inputMode="url"
            autoComplete="off"
            {...form.field('url')}
            onChange={(text) => form.set({ url: text.trim() })}
            readOnly={action.isPending}
            maxLength={500}
            autoFocus
          />
          <fieldset className={styles.types}>
            <legend>О чём сообщать</legend>
            {EVENT_TYPES.map((type) => (
              <Checkbox
                key={type}
                label={EVENT_TYPE[type].word}
                help={type}
                checked={types.includes(type)}
                disabled={action.isPending}
                onChange={(chosen) => choose(type, chosen)}
              />
            ))}
          </fieldset>
        </FormShell>
      )}
    </Modal>
  );
}
