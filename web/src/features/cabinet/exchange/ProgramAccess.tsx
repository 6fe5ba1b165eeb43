import { can } from '#contract/access.ts';
import { readExchange } from '#contract/papers/exchange.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './Exchange.module.css';

/** Explains how 1С:УАТ and ERP read fuel by themselves: what to enter where, and the time of their last call. */
export function ProgramAccess() {
  const read = useRead(readExchange);
  const called = read.data?.data.called;
  return (
    <Panel title="1С:УАТ и 1С:ERP загружают заправки сами">
      <Stack gap="2">
        <p>Ничего устанавливать не нужно: программа умеет читать заправки, если дать ей адрес и ключ.</p>
        <ol className={styles.steps}>
          <li>
            <MakeKey />
          </li>
          <li>В 1С откройте «Учётные записи ПЦ» (процессинговых центров) и создайте новую запись.</li>
          <li>В поле «Внешняя система» выберите «ППР».</li>
          <li>
            В поле «Адрес» введите <span className={styles.address}>{window.location.origin}</span>
          </li>
          <li>В поле «Ключ» вставьте созданный ключ. Логин и пароль оставьте пустыми.</li>
          <li>Запишите и нажмите «Загрузить»: за один раз можно взять не больше 92 дней.</li>
        </ol>
        <ReadFailed what="Последнее обращение 1С не загрузилось." reads={[read]} />
        <p role="status">
          {called === undefined ? (
            ''
          ) : called === null ? (
            '1С ещё не обращалась.'
          ) : (
            <>
              Последнее обращение: <DateText value={called.at} style="datetime" /> ({called.call}).
            </>
          )}
        </p>
      </Stack>
    </Panel>
  );
}

function MakeKey() {
  if (!can(useRole(), 'assignRoles'))
    return <>Попросите администратора компании создать ключ с правом «читать операции».</>;
  return (
    <>
      На странице <TextLink to={paths.keys}>«Ключи»</TextLink> создайте ключ с правом «читать операции» и
      скопируйте его: показывается он один раз.
    </>
  );
}
