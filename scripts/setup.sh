# shellcheck shell=bash
# Sourced by play, check and .ci/run: set_up makes .venv and installs what they need.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
venv=$root/.venv
log=$venv/setup.log
export PATH # bash has one of its own where the environment has none; Python needs it

say() { printf '%s\n' "$*" >&2; }
stop() {
  say "$*"
  exit 1
}

# The first Python that is new enough, if possible one that can make virtual environments.
find_python() {
  local modules candidate
  for modules in venv,ensurepip sys; do
    for candidate in python3.13 python3.12 python3.11 python3; do
      if "$candidate" -c "import sys, $modules; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then
        echo "$candidate"
        return
      fi
    done
  done
  return 1
}

# Installs system packages where that is allowed without asking for a password.
apt_install() {
  local -a as_root=()
  command -v apt-get >/dev/null || return 1
  if [[ $(id -u) != 0 ]]; then
    sudo -n true 2>/dev/null || return 1
    as_root=(sudo -n)
  fi
  local -a apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive timeout 600 apt-get -qq -y
    -o DPkg::Lock::Timeout=60 -o Acquire::Retries=1 -o Acquire::http::Timeout=20)
  say "Installing the system package(s) $* ..."
  {
    "${apt[@]}" install --no-install-recommends "$@" ||
      { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"; }
  } >>"$log" 2>&1 </dev/null
}

missing_sound_packages() {
  local libraries
  libraries=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null) || true
  [[ $libraries == *libportaudio.so.2* ]] || echo libportaudio2
  [[ $libraries == *libespeak-ng.so.1* ]] || echo espeak-ng
}

# pyproject.toml and the place of the checkout; a second line tells which extras are installed.
stamp() { echo "$(sha256sum <"$root/pyproject.toml") $root"; }

is_ready() {
  local -a done_before=()
  mapfile -t done_before 2>/dev/null <"$venv/setup.stamp" || return 1
  [[ ${done_before[0]:-} == "$(stamp)" && ${done_before[1]:-} == *"$1" && -x $venv/bin/alibaba ]] &&
    "$venv/bin/python" -P -c 'import assistant, click' 2>/dev/null
}

make_venv() {
  local python version
  python=$(find_python) ||
    stop "Python 3.11 or newer is needed: install it (for example sudo apt install python3 python3-venv)."
  say "Making a virtual environment in .venv ..."
  rm -rf "$venv"
  mkdir "$venv"
  if ! "$python" -c 'import ensurepip' 2>/dev/null; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    apt_install "python$version-venv" ||
      stop "Python cannot make virtual environments yet: sudo apt install python$version-venv, then try again."
  fi
  "$python" -m venv "$venv" >>"$log" 2>&1 || stop_with_log "The virtual environment could not be made"
}

stop_with_log() {
  tail -n 5 "$log" >&2
  stop "$1; more in $log."
}

install_package() {
  say "Installing the Python packages ..."
  rm -f "$venv/setup.stamp"
  touch "$venv/setup.unfinished" # stays after a kill: then the environment is made anew
  local failed=
  (cd "$root" && PIP_USER=0 PIP_RETRIES=1 "$venv/bin/python" -m pip install --no-input \
    --disable-pip-version-check -e ".$1") >>"$log" 2>&1 </dev/null || failed=yes
  rm "$venv/setup.unfinished"
  if [[ $failed ]]; then
    if grep -qE 'NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError' "$log"; then
      stop "The Python package index cannot be reached: connect to the internet and try again."
    fi
    stop_with_log "The Python packages could not be installed"
  fi
  printf '%s\n' "$(stamp)" "$1" >"$venv/setup.stamp"
}

# set_up EXTRAS: "" or "[dev]". Quick when nothing has changed since the last time.
set_up() {
  local extras=$1 tried_apt=yes lock=
  local -a missing
  { exec {lock}<"$root" && flock "$lock"; } 2>/dev/null || true # one set-up at a time
  if ! is_ready "$extras"; then
    tried_apt=
    { mkdir -p "$venv" && : >>"$log"; } 2>/dev/null ||
      stop "The folder $root cannot be written to: copy the project to one of your own and start it there."
    : >"$log"
    if [[ -e $venv/setup.unfinished ]] ||
      ! "$venv/bin/python" -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      make_venv
    fi
    install_package "$extras"
  fi
  mapfile -t missing < <(missing_sound_packages)
  if [[ ${missing[*]} && ! $tried_apt ]] && apt_install "${missing[@]}"; then
    mapfile -t missing < <(missing_sound_packages)
  fi
  case "${missing[*]}" in
    *libportaudio2*) say "No sound (sudo apt install ${missing[*]} mends that): until then answers are typed and the host prints." ;;
    espeak-ng) say "No voice for the host (sudo apt install espeak-ng mends that): until then it prints." ;;
  esac
  if [[ $lock ]]; then exec {lock}<&-; fi
}
