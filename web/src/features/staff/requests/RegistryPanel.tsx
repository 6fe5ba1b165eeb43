import { COMPANY_STATE_TITLE } from '#contract/values/registry.ts';
import { listRequests, readRegistryAgain, readRequest } from '#contract/orders/staff-requests.ts';
import { formatPhone } from '../../../cards/describe-card.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { Fact } from './Fact.tsx';
import { formatAddress, stateTone, type RequestDetails } from './request-labels.ts';
import styles from './StaffRequest.module.css';

/** Shows the state register's data on the company and its director. A click reads it again. */
export function RegistryPanel({ request, mayAsk }: { request: RequestDetails; mayAsk: boolean }) {
  const { registry } = request;
  const again = useStaffAction(readRegistryAgain, {
    name: 'Запрос реестра',
    refresh: [readRequest, listRequests],
  });
  return (
    <Panel
      title="Реестр компаний"
      action={
        mayAsk && (
          <Button
            size="small"
            variant="quiet"
            pending={again.isPending}
            onClick={() => again.mutate({ params: { id: request.id }, body: {} })}
          >
            Прочитать снова
          </Button>
        )
      }
    >
      <Stack>
        {again.error && <Notice tone="error">{again.error.message}</Notice>}
        {registry.status && (
          <StatusLabel tone={stateTone(registry.status)}>{COMPANY_STATE_TITLE[registry.status]}</StatusLabel>
        )}
        <dl className={styles.facts}>
          <Fact title="Название">{registry.title}</Fact>
          <Fact title="Руководитель">
            {registry.director ?? (registry.read_at ? 'Скрыт' : 'Реестр не читали')}
          </Fact>
          <Fact title="ИНН">{registry.inn}</Fact>
          {registry.kpp && <Fact title="КПП">{registry.kpp}</Fact>}
          <Fact title="ОГРН">{registry.ogrn}</Fact>
          <Fact title="Адрес">{formatAddress(registry.address)}</Fact>
          <Fact title="Телефон">{registry.phones.map(formatPhone).join(', ')}</Fact>
          {registry.read_at && (
            <Fact title="Прочитано">
              <DateText value={registry.read_at} style="datetime" />
            </Fact>
          )}
        </dl>
      </Stack>
    </Panel>
  );
}
