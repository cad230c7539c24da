# Where things go; read by the other scripts with `.`.
#   MUSTER_CACHE   what is downloaded or built and can be made again
#   TARGET         cargo's target folder
export PATH="$PATH:$HOME/.cargo/bin"
MUSTER_CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/muster"
TARGET="${CARGO_TARGET_DIR:-$PWD/target}"
CARGO="${CARGO:-cargo}"
mkdir -p "$MUSTER_CACHE"
