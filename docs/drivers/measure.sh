#!/usr/bin/env bash
# Runs the measurements of the paper, appends them to searches.csv and games.csv beside it, and updates the paper.
#
#   measure.sh plain                     level A: plain searches
#   measure.sh full                      level B: the complete engine; on an idle machine, because times are measured
#   measure.sh games                     level C: games by nodes
#   measure.sh timed 'MTD(f)' 'C*'       level C: games by time between these drivers; on an idle machine
#   measure.sh                           the first three
#
# Results that the files contain are not measured again: an interrupted command can be resumed.
set -euo pipefail
cd "$(dirname "$0")/../.."

POSITIONS=${POSITIONS:-200}      # number of positions
PLAIN_DEPTH=${PLAIN_DEPTH:-6}    # depth of plain searches
DEPTH=${DEPTH:-14}               # depth of the complete engine
GAMES=${GAMES:-2000}             # games per match
NODES=${NODES:-10000}            # nodes per move
MOVETIME=${MOVETIME:-100}        # milliseconds per move, for games by time
THREADS=${THREADS:-$(nproc)}     # concurrent searches or games
FOLDER=${FOLDER:-docs/drivers}   # folder of the paper and its data

crates=(-p lancet-lab -p lancet-arena)
cargo build --release --quiet "${crates[@]}"
cargo build --release --quiet "${crates[@]}" --features tune --target-dir target/tune
lab=target/release/lancet-lab arena=target/release/lancet-arena
tuned_lab=target/tune/release/lancet-lab tuned_arena=target/tune/release/lancet-arena

# The paper has results of one network only, and the results of another one must go before.
check_network() {
    local trial network file
    trial=$(mktemp -d)
    "$tuned_lab" drivers PVS --plain --depth 1 --positions 1 --csv "$trial/searches.csv" > "$trial/table"
    network=$(sed -n 2p "$trial/searches.csv" | cut -d, -f7)
    rm -r "$trial"
    for file in "$FOLDER"/{searches,games}.csv; do
        if [ -e "$file" ] && sed 1d "$file" | grep -qvF ",$network,"; then
            echo "'$file' has results of another network: delete searches.csv and games.csv, or name another FOLDER" >&2
            exit 2
        fi
    done
}

searches() { "$@" --positions "$POSITIONS" --csv "$FOLDER/searches.csv"; }
games() { "$@" --games "$GAMES" --csv "$FOLDER/games.csv"; }
players=(PVS PVS-full AlphaBeta Scout NegaScout Informed
    'MTD(f)' 'MTD(f)-twoback' 'MTD(f)-mean' 'MTD(f)-step8' 'C*' 'DUAL*' 'SSS*')
passes=(PVS 'MTD(f)' 'MTD(f)-step8' 'C*' 'DUAL*')

# With one bound and with two bounds per entry, and with a small table.
plain() {
    local these=("$tuned_lab" drivers --plain --depth "$PLAIN_DEPTH" --threads "$THREADS")
    searches "${these[@]}"
    searches "${these[@]}" "${players[@]}" --bounds 2
    searches "${these[@]}" "${players[@]}" --hash 1
}

# One search at a time where times are reported; then other table sizes, two bounds, coarser scores.
full() {
    searches "$lab" drivers --depth "$DEPTH"
    local these=(drivers --depth "$DEPTH" --threads "$THREADS")
    searches "$lab" "${these[@]}" "${players[@]}" --hash 1,64
    searches "$tuned_lab" "${these[@]}" "${players[@]}" --bounds 2
    searches "$tuned_lab" "${these[@]}" "${players[@]}" --granularity 4,16
    searches "$tuned_lab" "${these[@]}" "${passes[@]}" --without use_pass_researches
    searches "$tuned_lab" "${these[@]}" "${passes[@]}" --without use_pass_tt_cutoff
}

# The last match measures pitfall 1 of the paper.
games_by_nodes() {
    games "$arena" match "${players[@]}" --nodes "$NODES" --threads "$THREADS"
    games "$tuned_arena" match PVS 'MTD(f)' --nodes "$NODES" --threads "$THREADS" --without use_pass_researches
}

games_by_time() {
    games "$arena" match PVS "$@" --movetime "$MOVETIME" --threads "$THREADS"
}

check_network
case "${1:-all}" in
    plain) plain ;;
    full) full ;;
    games) games_by_nodes ;;
    timed) games_by_time "${@:2}" ;;
    all)
        plain
        full
        games_by_nodes
        ;;
    *) echo "unknown level '$1': expected plain, full, games or timed" >&2; exit 2 ;;
esac

cargo run --release --quiet -p lancet-lab -- paper "$FOLDER"
