import { paths } from '../../paths.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { requestTone, type RequestDetails } from './request-words.ts';
import styles from './StaffRequest.module.css';

/** Other requests and companies with the same INN or phone: nothing where there are none. */
export function DuplicatesPanel({ duplicates }: Pick<RequestDetails, 'duplicates'>) {
  if (duplicates.length === 0) return null;
  return (
    <Panel title="Похожие заявки">
      <ul className={styles.list}>
        {duplicates.map((one) => (
          <li key={`${one.same}:${one.request_id}`}>
            <span>
              {one.request_id === null ? (
                one.company.title
              ) : (
                <TextLink to={paths.staffRequest(one.request_id)}>
                  № {one.request_id}, {one.company.title}
                </TextLink>
              )}
            </span>
            {one.status && <StatusWord tone={requestTone(one.status)}>{one.status.title}</StatusWord>}
            <span className={styles.quiet}>
              {one.same === 'inn' ? `Тот же ИНН ${one.company.inn}` : 'Тот же телефон'}
              {!one.in_programme && ', компания вышла из программы'}
              {one.same === 'inn' && one.author && `, заказал ${one.author}`},{' '}
              <DateText value={one.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
