import { ExternalLink } from '../ui/text/TextLink.tsx';

const PLACE = /(-?\d{1,2},\d{5}), (-?\d{1,3},\d{5})/;

/** A sentence of what the portal knows of a purchase. A place in it leads to a map. */
export function EvidenceText({ children: sentence }: { children: string }) {
  const [place, lat, lon] = PLACE.exec(sentence) ?? [];
  if (!place || !lat || !lon) return sentence;
  const [before = '', after = ''] = sentence.split(place);
  return (
    <>
      {before}
      <ExternalLink href={addressOnMap({ lat, lon })} target="_blank">
        {place} на карте
      </ExternalLink>
      {after}
    </>
  );
}

function addressOnMap({ lat, lon }: { lat: string; lon: string }): string {
  const point = [lon, lat].map((degrees) => degrees.replace(',', '.')).join(',');
  return `https://yandex.ru/maps/?pt=${point}&z=16`;
}
