# MAGISTRAL_KEY — ключ песочницы, mg_test_…
ask() {
  curl -sS "$MAGISTRAL_URL/api/v1/sandbox$1" -H "Authorization: Bearer $MAGISTRAL_KEY"
}
tell() {
  curl -sS -X "$1" "$MAGISTRAL_URL/api/v1/sandbox$2" -H "Authorization: Bearer $MAGISTRAL_KEY" \
    -H "Content-Type: application/json" -d "$3"
}

# Заявка становится картами.
tell POST /orders '{"count": 1}'

# Не больше 30 л за заправку. АЗС без связи никого не спросила: покупка прошла, и это нарушение.
ask "" > sandbox.json
card=$(jq '.data.cards[0].id' sandbox.json)
tell PUT "/cards/$card/rules" '{"rules": [{"kind": "litres_filling", "value": 30}]}'
tell POST /purchases "{\"card_id\": $card, \"goods_id\": 301, \"litres\": 40, \"unit_price\": 70, \"station\": \"М-4, 112-й км\", \"offline\": true}"
ask "/cards/$card/rules"

# Месяц закончился, его документы опубликованы.
tell POST /clock "{\"to\": $(jq '.data.now | sub("\\.[0-9]+"; "") | fromdate + 40 * 86400 | todate' sandbox.json)}"
tell POST /months "{\"month\": $(jq '.data.now[0:7]' sandbox.json)}"
