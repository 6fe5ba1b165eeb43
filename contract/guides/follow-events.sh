# Курсор храните у себя: с него лента продолжится без пропусков и повторов.
status=$(curl -sS "$MAGISTRAL_URL/api/v1/events?limit=100&after=$(cat cursor 2>/dev/null)" \
  -H "Authorization: Bearer $MAGISTRAL_KEY" \
  -o events.json -w '%{http_code}') || exit 1
# При отказе курсор остаётся прежним: со следующего запуска лента продолжится с него.
[ "$status" = 200 ] || { cat events.json >&2; exit 1; }
jq -r '.data[] | "\(.at) \(.type) \(.data.id)"' events.json || exit 1
# Сначала сделано, потом записано: после сбоя повторится только последняя страница.
jq -er '.meta.next' events.json > cursor.new && mv cursor.new cursor
