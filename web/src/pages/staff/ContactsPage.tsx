import { useOperator } from '../../state/use-operator.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import styles from './ContactsPage.module.css';

/** /staff/contacts: what clients see of the operator. */
export default function ContactsPage() {
  const operator = useOperator();
  const rows = [
    ['Программа', operator.name],
    ['Оператор', operator.legalName],
    ['ИНН', operator.inn],
    ['Телефон', operator.phone],
    ['Почта', operator.email],
    ['Чат', operator.chatUrl],
    ['Часы поддержки', operator.supportHours],
  ];
  return (
    <Stack gap="3">
      <Panel title="Что видят клиенты">
        <dl className={styles.facts}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || 'Не указано'}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Notice title="Меняет тот, кто обслуживает сервер">
        Контакты и реквизиты стоят в договорах, счетах и письмах. Они записаны в файле operator.json и
        вступают в силу после перезапуска портала.
      </Notice>
    </Stack>
  );
}
