import { Fragment } from 'react';
import styles from './AdvantageBlocks.module.css';
import { type Block, BLOCKS } from './advantages.ts';
import { OrderLink } from './OrderLink.tsx';
import { FillingPicture, PapersPicture, RoutePicture } from './BlockPictures.tsx';

const PICTURES: Record<Block['picture'], () => React.JSX.Element> = {
  filling: FillingPicture,
  route: RoutePicture,
  papers: PapersPicture,
};

/** Three blocks with a picture each, which carry the seven advantages of the specification (section 1). */
export function AdvantageBlocks() {
  return (
    <div id="advantages">
      {BLOCKS.map((block, index) => (
        <Fragment key={block.picture}>
          <AdvantageBlock {...block} />
          {index === 1 && <OrderAgain />}
        </Fragment>
      ))}
    </div>
  );
}

function AdvantageBlock({ picture, title, text, advantages }: Block) {
  const Picture = PICTURES[picture];
  const id = `block-${picture}`;
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.words}>
        <h2 id={id} className="type-headline">
          {title}
        </h2>
        <p>{text}</p>
        <dl className={styles.list}>
          {advantages.map((advantage) => (
            <div key={advantage.title}>
              <dt>{advantage.title}</dt>
              <dd>{advantage.meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Picture />
    </section>
  );
}

/** The button again, so that a visitor who has read enough need not go back. */
export function OrderAgain() {
  return (
    <p className={styles.again}>
      <OrderLink size="large" />
    </p>
  );
}
