import { useState } from 'react';
import { can } from '#contract/access.ts';
import { ALL_NETWORKS } from '#contract/ids.ts';
import { makeContract, readContract } from '#contract/papers/contracts.ts';
import { acceptDocument, downloadDocument, listDocuments } from '#contract/papers/documents.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { SmsForm } from '../../../forms/SmsForm.tsx';
import { saveFile } from '../../../server/download.ts';
import { useRole } from '../../../server/session.ts';
import { useAction } from '../../../state/use-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { Button } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { LinkButton } from '../../../ui/text/TextLink.tsx';
import styles from './DocumentList.module.css';

type Contract = NonNullable<EndpointData<typeof readContract>['contract']>;
type Edition = Contract['editions'][number];

/** The company's contract with the programme: its number, its editions, and its signature. */
export function ContractPanel() {
  const role = useRole();
  const read = useRead(readContract);
  const make = useEndpointAction(makeContract, {
    refresh: [readContract, listDocuments],
    left: { failed: 'Договор не составлен' },
  });
  const answer = read.data?.data;
  if (!answer) return null;
  if (answer.contract) return <ContractLines contract={answer.contract} />;
  if (!can(role, 'acceptTerms')) return null;
  return (
    <Panel
      title="Договор"
      action={
        <Button size="small" pending={make.isPending} onClick={() => make.mutate({ body: {} })}>
          Составить договор
        </Button>
      }
    >
      <Stack>
        <p className="ink-2">Соглашение принято, но договора с номером и реквизитами сторон ещё нет.</p>
        {make.error && <Notice tone="error">{make.error.message}</Notice>}
      </Stack>
    </Panel>
  );
}

function ContractLines({ contract }: { contract: Contract }) {
  const [signing, setSigning] = useState(false);
  const maySign = can(useRole(), 'confirmDocument');
  const [latest, ...earlier] = contract.editions;
  if (!latest) return null;
  return (
    <Panel title={formatName(contract, latest)}>
      <Stack>
        <Row between>
          {latest.signed ? (
            <StatusLabel tone="go">
              {latest.agreement ? 'Подписано' : 'Подписан'} <DateText value={latest.signed} />
            </StatusLabel>
          ) : (
            <StatusLabel tone="wait">Ждёт подписи</StatusLabel>
          )}
          <Row>
            <DownloadContract
              edition={latest}
              label={latest.agreement ? 'Скачать соглашение' : 'Скачать договор'}
            />
            {!latest.signed && maySign && (
              <Button size="small" onClick={() => setSigning(true)}>
                Подписать кодом из СМС
              </Button>
            )}
          </Row>
        </Row>
        {earlier.length > 0 && (
          <Disclosure summary={latest.agreement ? 'Договор и прежние редакции' : 'Прежние редакции'}>
            <ul className={styles.months}>
              {earlier.map((edition) => (
                <li key={edition.document_id}>
                  <Row between>
                    <span>
                      {`${formatEdition(edition)} от `}
                      <DateText value={edition.date} />
                      {edition.signed && (edition.agreement ? ', подписано' : ', подписана')}
                    </span>
                    <DownloadContract
                      edition={edition}
                      label={edition.agreement ? 'Скачать соглашение' : `Скачать редакцию ${edition.edition}`}
                    />
                  </Row>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Stack>
      {signing && (
        <SignContractModal
          edition={latest}
          name={formatName(contract, latest)}
          onClose={() => setSigning(false)}
        />
      )}
    </Panel>
  );
}

function formatEdition({ edition, agreement }: Edition): string {
  return agreement ? `Дополнительное соглашение № ${agreement}` : `Редакция ${edition}`;
}

function formatName({ number }: Contract, latest: Edition): string {
  const { edition, agreement } = latest;
  if (agreement) return `${formatEdition(latest)} к договору № ${number}`;
  return `Договор № ${number}${edition > 1 ? `, редакция ${edition}` : ''}`;
}

function DownloadContract({ edition, label }: { edition: Edition; label: string }) {
  const save = useAction({
    mutationFn: () => saveFile(downloadDocument, { params: { id: edition.document_id } }),
  });
  return (
    <>
      <LinkButton onClick={() => save.mutate()}>{label}</LinkButton>
      {save.error && <span role="alert">{save.error.message}</span>}
    </>
  );
}

type Props = { edition: Edition; name: string; onClose: () => void };

/** Signs the contract by a code, as any document. */
function SignContractModal({ edition, name, onClose }: Props) {
  const action = useEndpointAction(acceptDocument, {
    refresh: [readContract, listDocuments],
    left: { failed: `Не подписано: ${name}` },
  });
  const sms = useSmsCode({ purpose: 'document', subject: String(edition.document_id) }, action);
  return (
    <Modal
      opened
      onClose={onClose}
      title={edition.agreement ? 'Подписание соглашения' : 'Подписание договора'}
      busy={action.isPending}
    >
      <SmsForm
        sms={sms}
        action={action}
        submitLabel="Подписать"
        confirms={name}
        onSubmit={(code) =>
          action.mutate(
            {
              body: {
                partner_id: ALL_NETWORKS,
                date: edition.date.slice(0, 7),
                id: edition.document_id,
                sms: code,
              },
            },
            { onSuccess: onClose },
          )
        }
      />
    </Modal>
  );
}
