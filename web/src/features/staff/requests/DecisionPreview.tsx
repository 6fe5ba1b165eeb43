import { previewDecision, type RequestDecision } from '#contract/orders/staff-requests.ts';
import { useRead } from '../../../state/use-call.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import styles from './StaffRequest.module.css';

/** The server's words stand here with this in the place of the reason. */
const NO_REASON = '…';

type Props = { requestId: number; decision: RequestDecision; reason: string };

/** Shows what the client will read, by the server's own texts, while the reason is being typed. */
export function DecisionPreview({ requestId, decision, reason }: Props) {
  const preview = useRead(previewDecision, { params: { id: requestId }, query: { decision } });
  const input = preview.data?.data;
  const fillReason = (text: string) => text.replace(NO_REASON, () => reason.trim() || NO_REASON);
  return (
    <section className={styles.preview} aria-label="Что прочитает компания">
      <h3>Что прочитает компания</h3>
      {!input && !preview.error && <TextSkeleton count={3} label="Загружается предпросмотр" />}
      {preview.error && <p className={styles.quiet}>{preview.error.message}</p>}
      {input?.problem && <Notice tone="warn">{input.problem}.</Notice>}
      {input && (
        <Stack gap="1">
          <p className={styles.quiet}>На странице заявки</p>
          <p>
            <b>{input.status}</b>
            {input.reason && <>. {fillReason(input.reason)}</>}
          </p>
          {input.letter ? (
            <>
              <p className={styles.quiet}>Письмо на {input.letter.to}</p>
              <p>
                <b>{input.letter.subject}</b>
              </p>
              {input.letter.paragraphs.map((paragraph) => (
                <p key={paragraph}>{fillReason(paragraph)}</p>
              ))}
            </>
          ) : (
            <p className={styles.quiet}>{input.no_letter}</p>
          )}
          {input.leaves && (
            <Notice tone="warn">
              У компании нет других заявок, карт и движений денег: она выйдет из программы вместе с
              сотрудниками, и её ИНН освободится.
            </Notice>
          )}
        </Stack>
      )}
    </section>
  );
}
