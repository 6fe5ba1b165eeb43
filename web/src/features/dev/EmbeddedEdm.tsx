import { listEmbeddedEdm, setEmbeddedEdm } from '#contract/edm-development.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { EmbeddedDocumentPanel } from './EmbeddedDocumentPanel.tsx';

const REFRESH_MS = 2000;
const BUSY_SECONDS = 30;
const WIRES = { diadoc: 'Диадок', sbis: 'СБИС' };

/**
 * Shows the documents at the embedded operator of electronic documents, and the buyer's answers to them (docs/calls.md
 * 8).
 */
export function EmbeddedEdm() {
  const read = useRead(listEmbeddedEdm, {}, { refetchMs: REFRESH_MS, keepPrevious: true });
  const action = useEndpointAction(setEmbeddedEdm, { refresh: [listEmbeddedEdm] });
  if (read.error?.code === 404)
    return <EmptyState title="Учебного оператора нет">Портал подключён к настоящему</EmptyState>;
  if (read.error) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!read.data) return <ListSkeleton count={3} />;
  const { wire, companies, documents } = read.data.data;
  return (
    <>
      <Panel title={`Учебный оператор говорит как ${WIRES[wire]}`}>
        <Stack>
          {companies.map(({ inn, by_hand: byHand }) => (
            <Checkbox
              key={inn}
              label={`Отвечать за ИНН ${inn} самому`}
              checked={byHand}
              onChange={(checked) => action.mutate({ body: { inn, by_hand: checked } })}
            />
          ))}
          {action.error && <Notice tone="error">{action.error.message}</Notice>}
          <Button
            pending={action.isPending}
            onClick={() => action.mutate({ body: { busy_seconds: BUSY_SECONDS } })}
          >
            Занять оператора на {BUSY_SECONDS} секунд
          </Button>
        </Stack>
      </Panel>
      {documents.length === 0 && (
        <EmptyState title="Документов пока нет">
          Подключите ЭДО в кабинете и опубликуйте документ — он появится здесь сам
        </EmptyState>
      )}
      {documents.map((document) => (
        <EmbeddedDocumentPanel key={document.id} document={document} />
      ))}
    </>
  );
}
