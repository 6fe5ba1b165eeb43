import { paths } from '../../../paths.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { requestTone, type RequestDetails } from './request-labels.ts';
import styles from './StaffRequest.module.css';

/** Other requests and companies with the same INN or phone: nothing where there are none. */
export function DuplicatesPanel({ duplicates }: Pick<RequestDetails, 'duplicates'>) {
  if (duplicates.length === 0) return null;
  return (
    <Panel title="Похожие заявки">
      <ul className={styles.list}>
        {duplicates.map((duplicate) => (
          <li key={`${duplicate.same}:${duplicate.request_id}`}>
            <span>
              {duplicate.request_id === null ? (
                duplicate.company.title
              ) : (
                <TextLink to={paths.staffRequest(duplicate.request_id)}>
                  № {duplicate.request_id}, {duplicate.company.title}
                </TextLink>
              )}
            </span>
            {duplicate.status && (
              <StatusLabel tone={requestTone(duplicate.status)}>{duplicate.status.title}</StatusLabel>
            )}
            <span className={styles.quiet}>
              {duplicate.same === 'inn' ? `Тот же ИНН ${duplicate.company.inn}` : 'Тот же телефон'}
              {!duplicate.in_programme && ', компания вышла из программы'}
              {duplicate.same === 'inn' && duplicate.author && `, заказал ${duplicate.author}`},{' '}
              <DateText value={duplicate.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
