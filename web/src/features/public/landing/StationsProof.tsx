import { PROGRAMME_MARKS } from '#contract/programme/landing-marks.ts';
import { downloadStationList, drawStations } from '#contract/programme/stations.ts';
import { paths } from '../../../paths.ts';
import { ExternalLink, TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './StationsProof.module.css';

/**
 * The map as proof: the server draws the country from the stations themselves; it loads when it comes near the window.
 * A programme without stations has the heading alone.
 */
export function StationsProof() {
  return (
    <section
      id="stations"
      className={styles.proof}
      aria-labelledby="stations-title"
      data-stations={PROGRAMME_MARKS.stationsState}
    >
      <header className={styles.header}>
        <h2 id="stations-title" className="type-headline">
          {PROGRAMME_MARKS.stationsTitle}
        </h2>
        <p className={styles.links}>
          <TextLink to={paths.map}>Все станции и цены</TextLink>
          <ExternalLink href={downloadStationList.path} download>
            Скачать список АЗС
          </ExternalLink>
        </p>
      </header>
      <figure className={styles.figure}>
        <img
          className={styles.picture}
          src={drawStations.path}
          width={1120}
          height={500}
          loading="lazy"
          decoding="async"
          alt="Карта России из точек: заправочные станции вдоль дорог от Калининграда до Дальнего Востока"
        />
        <figcaption className={styles.caption}>
          Точка — станция, чем крупнее точка, тем больше станций рядом.
        </figcaption>
      </figure>
    </section>
  );
}
