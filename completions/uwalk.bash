# What bash completes after uwalk. Made by "uwalk --generate complete-bash", not by hand.
_uwalk_du() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} equals= names
    if [[ $cur == "=" ]]; then
        cur=
        equals=1
    elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
        equals=1
    fi
    COMPREPLY=()
    case $prev in --time) [[ $equals ]] || prev= ;; esac
    case $prev in
        --exclude | -d | --max-depth | -t | --threshold | -B | --block-size | --where | --top | -j | --threads | --queue-depth | --max-ops)
            ;;
        -X | --exclude-from | --files0-from)
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            compopt -o filenames
            ;;
        --time)
            mapfile -t COMPREPLY < <(compgen -W 'atime access use ctime status' -- "$cur")
            ;;
        --time-style)
            mapfile -t COMPREPLY < <(compgen -W 'full-iso long-iso iso' -- "$cur")
            ;;
        --sort)
            mapfile -t COMPREPLY < <(compgen -W 'name size' -- "$cur")
            ;;
        --io)
            mapfile -t COMPREPLY < <(compgen -W 'auto ring sync' -- "$cur")
            ;;
        *)
            names='-A
                --apparent-size
                -b
                --bytes
                --inodes
                -l
                --count-links
                --exclude
                -X
                --exclude-from
                -x
                --one-file-system
                -D
                -H
                --dereference-args
                -L
                --dereference
                -P
                --no-dereference
                --files0-from
                -a
                --all
                -d
                --max-depth
                -s
                --summarize
                -S
                --separate-dirs
                -c
                --total
                -t
                --threshold
                -B
                --block-size
                -h
                --human-readable
                --si
                -k
                -m
                --time
                --time-style
                -0
                --null
                --where
                --one-mount
                --cached
                --top
                --sort
                --json
                -j
                --threads
                --queue-depth
                --io
                --max-ops
                --stats
                --help
                --version'
            if [[ $cur == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                compopt -o filenames
            fi
            ;;
    esac
}

_uwalk_ls() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} equals= names
    if [[ $cur == "=" ]]; then
        cur=
        equals=1
    elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
        equals=1
    fi
    COMPREPLY=()
    case $prev in -F | --classify) [[ $equals ]] || prev= ;; esac
    case $prev in --color) [[ $equals ]] || prev= ;; esac
    case $prev in --hyperlink) [[ $equals ]] || prev= ;; esac
    case $prev in --icons) [[ $equals ]] || prev= ;; esac
    case $prev in
        -I | --ignore | --hide | -w | --width | -T | --tabsize | --block-size | --threads | --max-ops)
            ;;
        --sort)
            mapfile -t COMPREPLY < <(compgen -W 'none name time size extension version width' -- "$cur")
            ;;
        --time)
            mapfile -t COMPREPLY < <(compgen -W 'atime access use ctime status birth creation' -- "$cur")
            ;;
        --format)
            mapfile -t COMPREPLY < <(compgen -W 'long verbose single-column vertical across horizontal commas' -- "$cur")
            ;;
        --time-style)
            mapfile -t COMPREPLY < <(compgen -W 'full-iso long-iso iso locale' -- "$cur")
            ;;
        -F | --classify | --color | --hyperlink | --icons)
            mapfile -t COMPREPLY < <(compgen -W 'always auto never' -- "$cur")
            ;;
        --indicator-style)
            mapfile -t COMPREPLY < <(compgen -W 'none slash file-type classify' -- "$cur")
            ;;
        --quoting-style)
            mapfile -t COMPREPLY < <(compgen -W 'literal shell shell-always shell-escape shell-escape-always c escape locale clocale' -- "$cur")
            ;;
        --io)
            mapfile -t COMPREPLY < <(compgen -W 'auto ring sync' -- "$cur")
            ;;
        *)
            names='-a
                --all
                -A
                --almost-all
                -B
                --ignore-backups
                -I
                --ignore
                --hide
                -d
                --directory
                -R
                --recursive
                -H
                --dereference-command-line
                --dereference-command-line-symlink-to-dir
                -L
                --dereference
                -t
                -S
                -v
                -X
                -U
                -f
                --sort
                -r
                --reverse
                --group-directories-first
                -c
                -u
                --time
                -1
                -C
                -x
                -m
                -l
                --format
                -w
                --width
                -T
                --tabsize
                --zero
                -D
                --dired
                -g
                -o
                -G
                --no-group
                -n
                --numeric-uid-gid
                --author
                -i
                --inode
                -s
                --size
                -Z
                --context
                -h
                --human-readable
                --si
                --block-size
                -k
                --kibibytes
                --time-style
                --full-time
                -F
                --classify
                --file-type
                -p
                --indicator-style
                --color
                --hyperlink
                --icons
                -b
                --escape
                -N
                --literal
                -Q
                --quote-name
                --quoting-style
                -q
                --hide-control-chars
                --show-control-chars
                --threads
                --io
                --cached
                --max-ops
                --help
                --version'
            if [[ $cur == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                compopt -o filenames
            fi
            ;;
    esac
}

_uwalk() {
    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == du && " ${COMP_WORDS[*]:2:COMP_CWORD-2} " != *" --where "* ]]; then
        _uwalk_du
        return
    fi
    if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == ls ]]; then
        _uwalk_ls
        return
    fi
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} equals= names
    if [[ $cur == "=" ]]; then
        cur=
        equals=1
    elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
        equals=1
    fi
    COMPREPLY=()
    case $prev in --color) [[ $equals ]] || prev= ;; esac
    case $prev in --hyperlink) [[ $equals ]] || prev= ;; esac
    case $prev in --icons) [[ $equals ]] || prev= ;; esac
    case $prev in
        -f | -files0-from | -newer | -samefile | -newermm | -mnewer | -newerma | -newermB | -newermc | -anewer | -neweram | -neweraa | -neweraB | -newerac | -cnewer | -newercm | -newerca | -newercB | -newercc | -Bnewer | -newerBm | -newerBa | -newerBB | -newerBc | -fprint | -fprint0 | -fprintf | -fls)
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            compopt -o filenames
            ;;
        -O | -D | --threads | -j | --queue-depth | --max-ops | -mindepth | -maxdepth | -name | -iname | -path | -wholename | -ipath | -iwholename | -size | -mtime | -mmin | -atime | -amin | -ctime | -cmin | -perm | -uid | -gid | -links | -inum | -lname | -ilname | -fstype | -context | -xattrname | -flags | -newermt | -since | -msince | -newerat | -asince | -newerct | -csince | -newerBt | -Bsince | -Btime | -Bmin | -used | -regex | -iregex | -printf | -exec | -execdir | -ok | -okdir | -exit | -limit)
            ;;
        --io)
            mapfile -t COMPREPLY < <(compgen -W 'auto ring sync' -- "$cur")
            ;;
        --fields)
            mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'path type size blocks mode nlink uid gid user group ino dev atime mtime ctime btime target depth' -- "${cur##*,}")
            ;;
        --color | --hyperlink | --icons)
            mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur")
            ;;
        --generate)
            mapfile -t COMPREPLY < <(compgen -W 'man man-du man-ls complete-bash complete-zsh complete-fish' -- "$cur")
            ;;
        --help)
            mapfile -t COMPREPLY < <(compgen -W 'links walk operators tests actions general all' -- "$cur")
            ;;
        -regextype)
            mapfile -t COMPREPLY < <(compgen -W 'findutils-default ed emacs gnu-awk grep posix-awk awk posix-basic posix-egrep egrep posix-extended posix-minimal-basic sed' -- "$cur")
            ;;
        -type | -xtype)
            mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'b c d p f l s' -- "${cur##*,}")
            ;;
        -user)
            mapfile -t COMPREPLY < <(compgen -u -- "$cur")
            ;;
        -group)
            mapfile -t COMPREPLY < <(compgen -g -- "$cur")
            ;;
        *)
            names='-P
                -H
                -L
                -f
                -O
                -D
                --threads
                -j
                --queue-depth
                --io
                --cached
                --max-ops
                --json
                --fields
                --explain
                --color
                --hyperlink
                --icons
                --stats
                --generate
                --help
                -help
                --version
                -version
                -mindepth
                -maxdepth
                -depth
                -d
                -xdev
                -x
                -mount
                -follow
                -s
                -files0-from
                -unique
                -nohidden
                -X
                -noerror
                -ignore_readdir_race
                -noignore_readdir_race
                -noleaf
                -warn
                -nowarn
                -daystart
                -regextype
                -E
                -not
                -exclude
                -a
                -and
                -o
                -or
                -name
                -iname
                -path
                -wholename
                -ipath
                -iwholename
                -type
                -xtype
                -size
                -empty
                -newer
                -mtime
                -mmin
                -atime
                -amin
                -ctime
                -cmin
                -perm
                -user
                -group
                -uid
                -gid
                -nouser
                -nogroup
                -links
                -inum
                -samefile
                -true
                -false
                -lname
                -ilname
                -fstype
                -executable
                -readable
                -writable
                -context
                -acl
                -xattr
                -xattrname
                -capable
                -sparse
                -hidden
                -flags
                -newermm
                -mnewer
                -newerma
                -newermB
                -newermc
                -anewer
                -neweram
                -neweraa
                -neweraB
                -newerac
                -cnewer
                -newercm
                -newerca
                -newercB
                -newercc
                -Bnewer
                -newerBm
                -newerBa
                -newerBB
                -newerBc
                -newermt
                -since
                -msince
                -newerat
                -asince
                -newerct
                -csince
                -newerBt
                -Bsince
                -Btime
                -Bmin
                -used
                -regex
                -iregex
                -print
                -print0
                -cat
                -prune
                -quit
                -delete
                -rm
                -color
                -nocolor
                -printf
                -ls
                -printx
                -fprint
                -fprint0
                -fprintf
                -fls
                -exec
                -execdir
                -ok
                -okdir
                -exit
                -limit'
            if [[ $cur == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                compopt -o filenames
            fi
            ;;
    esac
}
complete -F _uwalk uwalk
