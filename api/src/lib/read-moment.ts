/** ISO 8601 or a Russian date with a time; without a zone it is Moscow's clock. Null: neither. */
export function readMoment(text: string): Date | null {
  const russian = /^(\d{2})\.(\d{2})\.(\d{4})[ ,T]+(\d{1,2})(:\d{2}(?::\d{2})?)$/.exec(text);
  const iso = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2})(:\d{2}(?::\d{2})?(?:\.\d+)?)(Z|[+-]\d{2}:?\d{2})?$/.exec(
    text,
  );
  const day = russian ? `${russian[3]}-${russian[2]}-${russian[1]}` : iso?.[1];
  const [hour, rest] = russian ? russian.slice(4) : (iso?.slice(2) ?? []);
  if (!day || !hour) return null;
  const at = new Date(`${day}T${hour.padStart(2, '0')}${rest}${iso?.[4] ?? '+03:00'}`);
  return Number.isFinite(at.getTime()) ? at : null;
}
