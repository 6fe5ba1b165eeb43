import type { ReactNode } from 'react';
import { can } from '#contract/access.ts';
import { acceptTerms, checkTerms, downloadTerms } from '#contract/companies/terms.ts';
import { saveFile } from '../../../server/download.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { useForm } from '../../../forms/use-form.ts';
import { useRole } from '../../../server/session.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Paragraphs } from '../../../ui/text/Paragraphs.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { LinkButton } from '../../../ui/text/TextLink.tsx';
import type { Terms } from './use-terms.ts';
import styles from './TermsForm.module.css';

type Props = {
  terms: Terms;
  companyTitle: string;
  /** Button beside «Соглашаюсь», which leaves the page. */
  secondary: ReactNode;
};

/**
 * Shows the framework agreement with its tick and «Соглашаюсь» (spec section 2, "Terms gate"). A failure is only
 * logged. The form stays as it is and can be sent again. A user who may only read it sees who can accept it.
 */
export function TermsForm({ terms, companyTitle, secondary }: Props) {
  const form = useForm({ values: { accepted: false } });
  const mayAccept = can(useRole(), 'acceptTerms');
  const accept = useEndpointAction(acceptTerms, {
    refresh: [checkTerms],
    // A newer version may have come out.
    refreshAfter: () => true,
    onFailure: (error) => reportFailure(CATALOGUE.termsNotAccepted, error),
  });

  return (
    <Stack gap="3">
      {/* A scrolling region must be reachable by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.text} aria-label="Текст соглашения" tabIndex={0}>
        <Paragraphs text={terms.text} />
      </section>
      <LinkButton className={styles.pdf} onClick={() => void savePdf()}>
        Скачать соглашение в PDF
      </LinkButton>
      {mayAccept ? (
        <Stack>
          <Checkbox
            label={`Соглашение прочитано, условия принимаю. Компания: ${companyTitle}`}
            {...form.checkbox('accepted')}
          />
          <Row>
            <Button
              variant="primary"
              size="large"
              onClick={() => accept.mutate({ body: { version: terms.version } })}
              pending={accept.isPending}
              disabled={!form.values.accepted}
              disabledReason="Отметьте, что прочитали соглашение"
            >
              Соглашаюсь
            </Button>
            {secondary}
          </Row>
        </Stack>
      ) : (
        <Stack>
          <Notice title="Соглашение ещё не принято">
            Принять его может администратор или менеджер вашей компании. После этого кабинет откроется.
          </Notice>
          <Row>{secondary}</Row>
        </Stack>
      )}
    </Stack>
  );
}

async function savePdf(): Promise<void> {
  await saveFile(downloadTerms).catch((error: Error) => reportFailure(CATALOGUE.termsNotDownloaded, error));
}
