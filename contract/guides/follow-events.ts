import { readFile, writeFile } from 'node:fs/promises';

const { MAGISTRAL_URL, MAGISTRAL_KEY } = process.env;

let after = await readFile('cursor', 'utf8').catch(() => '');
for (let more = true; more;) {
  const query = new URLSearchParams({ limit: '100', ...(after && { after }) });
  const reply = await fetch(`${MAGISTRAL_URL}/api/v1/events?${query}`, {
    headers: { authorization: `Bearer ${MAGISTRAL_KEY}` },
  });
  const { data, meta, message } = await reply.json();
  if (!reply.ok) throw new Error(message);
  for (const event of data) console.log(event.at, event.type, event.data.id);
  // Сначала сделано, потом записано: после сбоя повторится только последняя страница.
  ({ next: after, more } = meta);
  await writeFile('cursor', after);
}
