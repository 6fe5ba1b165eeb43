import { listKeys } from '#contract/companies/keys.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { paths } from '../../../paths.ts';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { KeyLine } from './KeyLine.tsx';
import { MakeKeyModal } from './MakeKeyModal.tsx';
import styles from './Keys.module.css';

/** «Ключи»: those by which the company's own programs call. */
export function KeyList() {
  const keys = useRead(listKeys);
  const { show, dialog } = useDialogs();
  if (!keys.data && keys.error)
    return <LoadError onReload={() => void keys.refetch()} message={keys.error.message} />;
  if (!keys.data) return <ListSkeleton count={2} />;
  const make = (
    <Button variant="primary" onClick={() => show((onClose) => <MakeKeyModal onClose={onClose} />)}>
      Создать ключ
    </Button>
  );
  const found = keys.data.data;
  return (
    <Stack gap="3">
      {found.length === 0 ? (
        <EmptyState title="Ключей пока нет" action={make}>
          По ключу 1С и другие ваши программы сами читают операции, карты и документы, меняют лимиты и
          переводят деньги на карты. Права каждого ключа выбираете вы. <Guide />
        </EmptyState>
      ) : (
        <>
          <Row>
            {make}
            <Guide />
          </Row>
          <Panel variant="flush">
            <ul className={styles.list} aria-label="Ключи">
              {found.map((item) => (
                <KeyLine key={item.id} line={item} />
              ))}
            </ul>
          </Panel>
        </>
      )}
      {dialog}
    </Stack>
  );
}

function Guide() {
  return <TextLink to={paths.developers}>Как обращаться по ключу</TextLink>;
}
