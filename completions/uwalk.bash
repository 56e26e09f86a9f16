# What bash completes after uwalk. Made by "uwalk --generate complete-bash", not by hand.
_uwalk() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} names
    if [[ $cur == "=" ]]; then
        cur=
    elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    case $prev in
        --threads | -mindepth | -maxdepth | -name | -iname | -path | -wholename | -ipath | -iwholename | -size | -mtime | -mmin | -atime | -amin | -ctime | -cmin | -perm | -uid | -gid | -links | -inum | -newermt | -since | -msince | -newerat | -asince | -newerct | -csince | -newerBt | -Bsince | -Btime | -Bmin | -used | -regex | -iregex | -printf)
            ;;
        --io)
            mapfile -t COMPREPLY < <(compgen -W 'auto ring sync' -- "$cur")
            ;;
        --generate)
            mapfile -t COMPREPLY < <(compgen -W 'man complete-bash complete-zsh complete-fish' -- "$cur")
            ;;
        -regextype)
            mapfile -t COMPREPLY < <(compgen -W 'findutils-default ed emacs gnu-awk grep posix-awk awk posix-basic posix-egrep egrep posix-extended posix-minimal-basic sed' -- "$cur")
            ;;
        -type | -xtype)
            mapfile -t COMPREPLY < <(compgen -P "${cur%"${cur##*,}"}" -W 'b c d p f l s' -- "${cur##*,}")
            ;;
        -newer | -samefile | -newermm | -mnewer | -newerma | -newermB | -newermc | -anewer | -neweram | -neweraa | -neweraB | -newerac | -cnewer | -newercm | -newerca | -newercB | -newercc | -Bnewer | -newerBm | -newerBa | -newerBB | -newerBc | -fprint | -fprint0 | -fprintf | -fls)
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            compopt -o filenames
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
                --threads
                --io
                --explain
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
                -mount
                -follow
                -s
                -daystart
                -regextype
                -E
                -not
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
                -prune
                -quit
                -delete
                -printf
                -ls
                -printx
                -fprint
                -fprint0
                -fprintf
                -fls'
            if [[ $cur == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$names" -- "$cur")
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                compopt -o filenames
            fi
            ;;
    esac
} && complete -F _uwalk uwalk
