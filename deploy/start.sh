# Gives the folder of compiled rules those that came with this image, and becomes the command. A volume hides what an image has in its
# place, and keeps what an older image left there. A part arrives as a whole or not at all; the server compiles what is missing, also of a
# part that was left half-made. Copies left by a container that was killed are removed after an hour.
cd /usr/share/ludotheque/rules || exec "$@"
find "$LUDOTHEQUE_CACHE" -maxdepth 1 -name 'new.??????' -mmin +60 -exec rm -rf {} + 2>/dev/null
if new=$(mktemp -d "$LUDOTHEQUE_CACHE/new.XXXXXX"); then
    trap 'rm -rf "$new"; exit 143' TERM
    for part in */*; do
        to=$LUDOTHEQUE_CACHE/$part
        [ -e "$to" ] || { mkdir -p "${to%/*}" && cp -R "$part" "$new" && mv -T "$new/${part#*/}" "$to"; }
    done
    rm -rf "$new"
    trap - TERM
fi
cd /
exec "$@"
