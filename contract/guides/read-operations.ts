const { MAGISTRAL_URL, MAGISTRAL_KEY, FROM, TO } = process.env;

let page = 1;
let pages = 1;
while (page <= pages) {
  const reply = await fetch(`${MAGISTRAL_URL}/api/v1/operations?dateFrom=${FROM}&dateTo=${TO}&page=${page}`, {
    headers: { authorization: `Bearer ${MAGISTRAL_KEY}` },
  });
  const { data, meta, message } = await reply.json();
  if (!reply.ok) throw new Error(message);
  for (const row of data) console.log(row.created_at, row.card.card_number, row.type.title, row.sum);
  pages = meta.pagination.total_pages;
  page += 1;
}
