//! Each option and the ways in which a few of them stand together, topic by topic.

use crate::harness::ls::check::Bench;
use crate::harness::ls::plant;

#[test]
fn formats() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "; -1; -l; -C; -x; -m; --zero; -g; -o; -n; -G; -lG; -lg; -lo; -ln; -go; -gn; -on; -gG; --author; -l --author; -g --author;
         -n --author; -lG --author; -go --author; -l kinds; -l owners; -n owners; -g owners; -o owners; -lG --author owners; -C many;
         -x many; -m many; -1 many; --zero many; -l empty; empty; -C empty; -a empty; -la empty; -1a empty; -Ca empty; -s empty;
         kinds names; -l kinds empty file; -C kinds empty file; -m kinds empty file to_file; -x file kinds; --zero kinds file; -1 file kinds;
         -l1; -1l; -lC; -Cl; -lx; -xl; -lm; -ml; -C1; -1C; -x1; -1x; -m1; -1m; -Cx; -xC; -Cm; -mC; -xm; -l -1 -C; --zero -l kinds;
         -l --zero kinds; --zero -C kinds; -C --zero kinds; --zero -m kinds; -m --zero kinds; --zero -x; -x --zero; --zero -1; -1 --zero;
         --format=long; --format=verbose kinds; --format=commas; --format=across; --format=horizontal; --format=vertical;
         --format=single-column; --format=l; --format=lo; --format=v; --format=ver; --format=vert; --format=c; --format=s; --format=a;
         --format=h; --format long; --format=; --format=x; --format=long --format=commas; -l --format=commas; --format=commas -l; -g -C; -C -g;
         -o -1; -n -x; -x -n; -g -m; -1 -g; -1 -n -C; -d; -ld; -Cd kinds names file; -ld kinds names file; -md . ..; -d .; -ld ..;
         -d kinds/; -ld kinds// to_kinds to_kinds/; -d1 kinds file to_file broken; -ldF to_kinds/ to_kinds",
    );
}

#[test]
fn hidden_names_and_patterns() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "-a; -A; -aA; -Aa; -f; -fA; -af; -a kinds; -A kinds; -A deep/a; -a backups; -A backups; -B backups; -aB backups; -AB backups;
         -Ba backups; --almost-all backups; --all backups; --ignore-backups backups; -I '*~' backups; -I '*' backups; -aI '*' backups;
         -AI '*' backups; -AI '.*' backups; -I a backups; -I a -I j backups; -I '?' backups; -aI '?' backups; -I '[a-h]' backups;
         -I '[!a-h]' backups; -I '[^a]*' backups; -I J backups; -I '*.[ch]' backups; -I '*.c' --ignore='*.o' backups; --ignore=h.? backups;
         --ignore '*.*' backups; -I '' backups; -I backups; -I backups .; -aI .. backups; -aI . backups; -I '.*' -a backups; -I '\\j' backups;
         -I '[' backups; -I '[a' backups; -I '*/' backups; -I 'f~/' backups; --hide=a backups; --hide='*~' backups; -a --hide='*~' backups;
         -A --hide='*~' backups; --hide='*' backups; -A --hide='*' -I '*.c' backups; --hide='*.c' -I '*.o' -a backups; --hide=j -B backups;
         --hide 'j*' backups; --hide= backups; -B -I 'h*' --hide=g backups; -I a file backups/a; --hide=file file; -I file -d file;
         -I kinds kinds; -d -I . .; -RI b deep; -R --hide=b deep; -RB deep; -aRB deep; -RA deep; -Ra deep/a; -I '*[[:space:]]*' names;
         -I '*[![:print:]]*' names; -I '????' names; -I '?' names; -I '*[é]*' names; -I '*\\\\*' names; -I '*[[:alpha:]]' names; -A -I '.?*' names;
         -I '*[[:upper:]]*' backups; -I '[[:nonsense:]]' backups; -I '[[.a.]]' backups; -I '[[=a=]]' backups; -I '[]a]' backups; -I '[a\\]b]' backups",
    );
}

#[test]
fn sorts() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "-r; -t; -S; -v; -X; -U; -f; -tr; -Sr; -vr; -Xr; -Ur; -fr; -t times; -tr times; -lt times; -lS sizes; -S sizes; -Sr sizes; -1S kinds;
         -1X extensions; -aX extensions; -Xr extensions; -v versions; -av versions; -vr versions; -Av versions; -X versions; -aX versions;
         -U versions; -aU versions; -f versions; -1U; -1f; -lf; -fl; -fs; -sf; -ft; -tf; -f1; -fC; -Cf; -fm; -fR deep; -fr kinds; -f --color=never; -tS sizes;
         -St sizes; -vX versions; -Xv versions; -tU times; -Ut times; -US sizes; -SU sizes; -Uv versions; -vU versions; -XS extensions;
         --sort=none; --sort=size sizes; --sort=time times; --sort=version versions; --sort=extension extensions; --sort=width names;
         --sort=n; --sort=s sizes; --sort=t times; --sort=v versions; --sort=e extensions; --sort=w versions; --sort=width -r versions;
         --sort=width versions; --sort=width many; --sort=; --sort=x; --sort size sizes; --sort=none -r versions; -t --sort=size sizes; -S --sort=none sizes;
         --sort=size -t sizes; --sort=none -f; -f --sort=size sizes; --group-directories-first; --group-directories-first kinds; --group-directories-first -r kinds;
         --group-directories-first -l kinds; --group-directories-first -S kinds; --group-directories-first -t kinds; --group-directories-first -X kinds;
         --group-directories-first -v kinds; --group-directories-first -U kinds; --group-directories-first -f kinds; --group-directories-first --sort=none kinds;
         --group-directories-first --sort=width kinds; --group-directories-first -L kinds; --group-directories-first -LS kinds; --group-directories-first -a kinds;
         --group-directories-first -R deep; --group-d -C kinds; --group-directories-first -d kinds file to_kinds empty; --group-directories-first -H to_kinds file kinds;
         --group-directories-first file to_kinds to_file empty; -U file empty broken kinds; -f file empty kinds; -r file empty broken kinds names/plain; -t file times/1970 times/2446 kinds empty;
         -S file sizes/s0 sizes/s1000 kinds empty; -X file extensions/a.c extensions/y.gz extensions/A.C; -v versions/a10 versions/a9 versions/foo.c~; -dU kinds file empty;
         -dt kinds file empty times; -dS kinds file sizes/s1000; -t kinds names; -tr kinds names; -rU empty kinds file broken; -u times; -c kinds; -ut times; -ct kinds; -tu times; -lut times; -luS sizes",
    );
}

#[test]
fn times() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "-l times; -lu times; -lc kinds; -lt times; -ltu times; -ltc kinds; -lur times; -u times; -c times; -lcu times; -luc times; -lucS sizes; -cU times; -uU times; -luU times;
         -uv times; -uX times; -u --sort=none times; -lu --sort=time times; -1t times; -1tu times; -1u times;
         --time=atime times; -l --time=atime times; -l --time=access times; -l --time=use times; -l --time=ctime kinds; -l --time=status kinds; -l --time=birth times; -lt --time=birth times;
         -l --time=creation kinds; -t --time=birth kinds; --time=birth kinds; -l --time=modification times; -l --time=mtime times; -l --time=a times; -l --time=ac times; -l --time=c times; -l --time=cr kinds;
         -l --time=ct kinds; -l --time=b kinds; -l --time=m times; -l --time=mo times; -l --time=s kinds; -l --time=u times; -l --time=x; -l --time=; -l --time; --time atime -l times; --time=atime -u -c -l kinds;
         -c --time=atime -l times; --time=mtime -u -l times; --full-time; --full-time times; --full-time -u times; --full-time -1 times; -1 --full-time times; -C --full-time; --full-time -C; --full-time -g owners;
         --full-time -o times; --full-time -G times; --full-time --time-style=iso times; --time-style=iso --full-time times; -l --time-style=full-iso times; -l --time-style=long-iso times;
         -l --time-style=iso times; -l --time-style=locale times; -l --time-style=f times; -l --time-style=lon times; -l --time-style=loc times; -l --time-style=lo times; -l --time-style=l times; -l --time-style=i times;
         -l --time-style= times; -l --time-style=x times; -l --time-style=posix-iso times; -l --time-style=posix-long-iso times; -l --time-style=posix-full-iso times; -l --time-style=posix-x times;
         -l --time-style=posix-posix-iso times; -l --time-style=posix- times; --time-style=x times; --time-style=iso times; -l --time-style=+ times; -l --time-style=+%s times; -l --time-style=+%s.%N times; -l --time-style=+%Y-%m-%d times;
         -l --time-style='+%H:%M:%S.%N' times; -l --time-style=$'+old %Y\\nnew %H' times; -l --time-style=$'+\\nnew %H' times; -l --time-style=$'+old\\n' times; -l --time-style=$'+a\\nb\\nc' times; -l --time-style=posix-+%s times;
         -l --time-style='+%a %A %b %B %c %C %d %D %e' times; -l --time-style='+%F %g %G %h %H %I %j %k %l %m %M' times; -l --time-style='+%n|%p|%P|%r|%R|%s|%S|%t|%T' times; -l --time-style='+%u %U %V %w %W %x %X %y %Y %z %Z' times;
         -l --time-style='+%:z %::z %:::z %::::z' times; -l --time-style='+%Q %! %E %' times; -l --time-style='+%10Y|%-d|%_m|%^b|%#Z|%05S|%3N|%9N|%12N|%-N|%_3N' times; -l --time-style='+%Ey %Od %EY' times; -l --time-style=+%%%s times;
         -l --time-style=+中%Y文 times; -l --time-style='+%+4Y %+F %010F %_10F %^a %#p' times; -lt --time-style=+%s --time=birth kinds; -l --time-style=+%s -u times; -l --time-style '+%s' times; -o --time-style=iso times; -lc --time-style=long-iso kinds",
    );
}

#[test]
fn zones_and_styles_of_the_environment() {
    let tree = plant::everything();
    for zone in [
        "",
        "UTC0",
        "America/New_York",
        "EST5EDT",
        ":Asia/Kathmandu",
        "nonsense/x",
        "<-03>3",
        "Australia/Lord_Howe",
        "Europe/London",
        "XYZ-14:30",
    ] {
        Bench::new(tree.path()).env("TZ", zone).check("-l times; --full-time times; -lu --time-style='+%c %Z %z' times");
    }
    for style in [
        "iso",
        "full-iso",
        "long-iso",
        "locale",
        "+%s",
        "+%s\n%Y",
        "+",
        "posix-long-iso",
        "posix-+%s",
        "posix-posix-iso",
        "",
        "x",
        "posix-x",
        "lo",
        "f",
    ] {
        Bench::new(tree.path())
            .env("TIME_STYLE", style)
            .check("-l times; times; --full-time times; -l --time-style=iso times; -l --time-style=+%Y times; -g times");
    }
}

#[test]
fn quoting() {
    let tree = plant::everything();
    Bench::new(tree.path()).both().check(
        "names; -N names; -b names; -q names; -Q names; -l names; -lN names; -lb names; -lq names; -lQ names; -a names; -C names; -CN names; -Cb names; -Cq names; -CQ names; -m names; -mQ names; -x names; -xb names;
         --quoting-style=literal names; --quoting-style=locale names; --quoting-style=shell names; --quoting-style=shell-always names; --quoting-style=shell-escape names; --quoting-style=shell-escape-always names;
         --quoting-style=c names; --quoting-style=escape names; --quoting-style=clocale names; --quoting-style=c-maybe names; --quoting-style=l names; --quoting-style=lo names; --quoting-style=s names; --quoting-style=shell-e names;
         --quoting-style=shell-a names; --quoting-style=e names; --quoting-style=; --quoting-style=x; --quoting-style c names; -C --quoting-style=shell names; -C --quoting-style=shell-always names; -C --quoting-style=shell-escape names;
         -C --quoting-style=shell-escape-always names; -C --quoting-style=locale names; -C --quoting-style=c names; -C --quoting-style=escape names; -x --quoting-style=shell-escape names; -m --quoting-style=shell-escape names;
         -l --quoting-style=shell-escape names; -l --quoting-style=shell names; -l --quoting-style=locale kinds; -l --quoting-style=c kinds; -l --quoting-style=escape kinds; -l --quoting-style=shell-escape kinds; -q --quoting-style=shell names;
         -q --quoting-style=c names; -q --quoting-style=shell-escape names; -q --quoting-style=locale names; -q --quoting-style=escape names; -q --quoting-style=literal names; -q --quoting-style=shell-always names; --show-control-chars names;
         -C --show-control-chars names; -q --show-control-chars names; --show-control-chars -q names; -Q --show-control-chars names; -b --show-control-chars names; -bQ names; -Qb names; -NQ names; -QN names; -bN names; -Nb names; -qN names;
         -Nq names; -qb names; -qQ names; --hide-control-chars names; --literal names; --escape names; --quote-name names; --zero names; --zero -Q names; --zero -b names; --zero -q names; -Q --zero names; -b --zero -1 names; --zero --quoting-style=shell names;
         -R --quoting-style=shell-escape deep; -R -Q deep; -R -b deep; -R -N deep; -Rq deep; -R --quoting-style=locale deep; -RC --quoting-style=shell deep; -lR --quoting-style=shell-escape deep; -dQ names/*; -Q 'names/with space' kinds; -b kinds 'deep/d d';
         --quoting-style=shell-escape kinds 'deep/d d'; --quoting-style=shell-escape -d -- 'names/with space' names/plain; -C --quoting-style=shell-escape -d -- 'names/with space' names/plain; -lQ 'kinds/odd target'; -lb 'kinds/odd target'; -lN 'kinds/odd target'; -lq 'kinds/odd target';
         -QF names; -Qp kinds; -bF kinds; --quoting-style=shell-escape -F kinds; -Qm kinds; -si --quoting-style=shell-escape names; -1s --quoting-style=shell names; -Cs --quoting-style=shell-escape names; -Ci --quoting-style=shell-escape names",
    );
    for style in [
        "literal",
        "locale",
        "shell",
        "shell-always",
        "shell-escape",
        "shell-escape-always",
        "c",
        "escape",
        "clocale",
        "c-maybe",
        "",
        "x",
        "shell-",
        "lit",
        "l",
    ] {
        Bench::new(tree.path())
            .env("QUOTING_STYLE", style)
            .check("names; -C names; -N names; -Q names; -l kinds; --quoting-style=c names; -q names; -R deep; missing");
    }
}

#[test]
fn sizes() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "-s; -s sizes; -ls sizes; -1s sizes; -Cs sizes; -xs sizes; -ms sizes; -h sizes; -lh sizes; -sh sizes; -lsh sizes; --si sizes; -l --si sizes; -s --si sizes; -ls --si sizes; -k sizes; -lk sizes; -sk sizes; -lsk sizes; -lhk sizes; -lkh sizes; -shk sizes;
         -skh sizes; -lh --si sizes; -l --si -h sizes; -k --si -s sizes; --block-size=1 -ls sizes; --block-size=512 -ls sizes; --block-size=1000 -ls sizes; --block-size=K -ls sizes; --block-size=1K -ls sizes; --block-size=KB -ls sizes; --block-size=kB -ls sizes;
         --block-size=KiB -ls sizes; --block-size=M -ls sizes; --block-size=1M -ls sizes; --block-size=2M -ls sizes; --block-size=MB -ls sizes; --block-size=1MB -ls sizes; --block-size=MiB -ls sizes; --block-size=G -ls sizes; --block-size=T -l sizes; --block-size=P -l sizes; --block-size=E -l sizes;
         --block-size=Y -l sizes; --block-size=Z -l sizes; --block-size=human-readable -ls sizes; --block-size=human -ls sizes; --block-size=si -ls sizes; --block-size=s -ls sizes; --block-size=0 -l sizes; --block-size=-1 -l sizes; --block-size=x -l sizes; --block-size= -l sizes;
         --block-size=1x -l sizes; --block-size=99999999999999999999 -l sizes; --block-size=0x10 -ls sizes; --block-size=010 -ls sizes; --block-size=$'\\x271' -ls sizes; --block-size=$'\\x27K' -ls sizes; --block-size=+1 -ls sizes; --block-size=' 1' -ls sizes; --block-size=1KK -l sizes; --block-size=3 -s sizes;
         --block-size=1E -ls sizes; --block-size=K; --block-size 1 -ls sizes; --block-size=1 -k -ls sizes; -k --block-size=1 -ls sizes; --block-size=M -h -ls sizes; -h --block-size=M -ls sizes; -k --block-size=M -ls sizes; --block-size=M -k -ls sizes; -kh --block-size=1 -l sizes;
         --size sizes; --human-readable -l sizes; --human -l sizes; --kibibytes -s sizes; -s file; -s file kinds; -ls file; -ls kinds; -s many; -sC kinds; -sm kinds; -sd kinds file; -is kinds; -lsi kinds; -s1 kinds names; -sR deep; -lR deep; -lRh deep; -lRs --si deep; -lsa kinds; -lsA empty; --zero -s kinds; --zero -ls sizes",
    );
    let names = ["LS_BLOCK_SIZE", "BLOCK_SIZE", "BLOCKSIZE"];
    for name in names {
        for value in ["1", "512", "K", "kB", "1M", "human-readable", "si", "'1", "", "0", "x", "1x", "K,", "99999999999999999999"] {
            Bench::new(tree.path())
                .env(name, value)
                .check("-s sizes; -l sizes; -ls kinds; -lsk sizes; -lsh sizes; -ls --block-size=512 sizes");
        }
    }
    for set in [
        &[("LS_BLOCK_SIZE", "1"), ("BLOCK_SIZE", "K")][..],
        &[("BLOCKSIZE", "1"), ("BLOCK_SIZE", "M")],
        &[("LS_BLOCK_SIZE", "x"), ("BLOCK_SIZE", "1")],
        &[("POSIXLY_CORRECT", "")],
        &[("POSIXLY_CORRECT", "1"), ("BLOCK_SIZE", "1")],
        &[("POSIXLY_CORRECT", "1"), ("BLOCK_SIZE", "x")],
        &[("POSIXLY_CORRECT", "1"), ("LS_BLOCK_SIZE", "K")],
    ] {
        let bench = set.iter().fold(Bench::new(tree.path()), |bench, (name, value)| bench.env(name, *value));
        bench.check("-s sizes; -l sizes; -lsk sizes; -ls kinds; -ls; -sk; -h -s sizes; file -s; -s file -l; kinds -- -s");
    }
}

#[test]
fn modes_owners_and_lists_of_access_control() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "-l modes; -lF modes; -ld modes/d1777 modes/f7777; -l kinds; -la kinds; -lL kinds; -lH kinds; -li kinds; -i kinds; -iC kinds; -ix kinds; -im kinds; -i1 kinds; -id kinds file; -iR deep; -i file broken to_file; -iL file to_file; -lin kinds; -l acl; -n acl; -g acl; -o acl; -la acl;
         -lL acl; -ld acl acl/d_default acl/named; -lG acl; -lF acl; -l acl/named acl/minimal; -l file; -l owners; -ln owners; -lg owners; -lo owners; -lG owners; -l --author owners; -ln --author owners; -go owners; -n -go owners; -l owners modes; -l /dev/null /dev/zero; -l kinds/null kinds/disk file sizes/s1000; -ls /dev/null file;
         -lh /dev/null sizes/s1099511627776; -l /dev/null; -ld / /tmp /dev; -Z file; -lZ kinds; -1Z kinds; -CZ kinds; --context file; -i --zero kinds; -li --zero kinds; --inode kinds; --numeric-uid-gid owners; --no-group -l owners; -lR acl",
    );
}

#[test]
fn indicators() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "-F kinds; -p kinds; --file-type kinds; -lF kinds; -lp kinds; -l --file-type kinds; -CF kinds; -Cp kinds; -C --file-type kinds; -xF kinds; -mF kinds; -mp kinds; -1F kinds; -LF kinds; -lLF kinds; -HF to_kinds; -F to_kinds; -F to_file file broken loop; -dF to_kinds kinds file; -F --classify kinds; --classify kinds;
         --classify=always kinds; --classify=auto kinds; --classify=never kinds; --classify=yes kinds; --classify=force kinds; --classify=no kinds; --classify=none kinds; --classify=tty kinds; --classify=if-tty kinds; --classify=a kinds; --classify=al kinds; --classify=n kinds; --classify=x kinds; --classify= kinds;
         --indicator-style=none kinds; --indicator-style=slash kinds; --indicator-style=file-type kinds; --indicator-style=classify kinds; --indicator-style=c kinds; --indicator-style=f kinds; --indicator-style=n kinds; --indicator-style=s kinds; --indicator-style=; --indicator-style=x; --indicator-style slash kinds; -Fp kinds; -pF kinds; -F --file-type kinds;
         --file-type -F kinds; -p --file-type kinds; --file-type -p kinds; -F --indicator-style=none kinds; --indicator-style=none -F kinds; --classify=never -F kinds; -F --classify=never kinds; -F --classify=auto kinds; -p --classify=auto kinds; -aF kinds; -RF deep; -Rp deep; -R --file-type deep; -FL broken; -F names; -p names; -lF names; -lLF deep;
         -fF kinds; -UF kinds; -Fi kinds; -Fs kinds; -FQ kinds; -F --zero kinds; -F modes; -p modes; -F /dev/null; -lF /dev/null; -dF / /dev /dev/null; -dp /; -Fd kinds/; -pd kinds/; -F many; -SF kinds; -tF kinds; -vF versions; -XF extensions",
    );
}

#[test]
fn links() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "to_kinds; to_kinds/; -l to_kinds; -l to_kinds/; -L to_kinds; -lL to_kinds; -H to_kinds; -lH to_kinds; -d to_kinds; -dL to_kinds; -dH to_kinds; -ld to_kinds; -ldL to_kinds; -ldH to_kinds; -F to_kinds; -FH to_kinds; -lF to_kinds; to_file; -l to_file; -L to_file; -lL to_file; -H to_file; -lH to_file;
         -F to_file; -lHF to_file; -p to_kinds; -p to_file; --file-type to_kinds; --dereference-command-line-symlink-to-dir to_kinds; --dereference-command-line-symlink-to-dir -l to_kinds; --dereference-command-line-symlink-to-dir -l to_file; --dereference-command-line-symlink-to-dir -l broken; --dereference-command-line-symlink-to-dir -d to_kinds;
         --dereference-command-line-symlink-to-dir -F to_kinds; --dereference-command-line -l to_kinds to_file; --dereference -l to_file; --dereference-command-line -l broken; --deref to_kinds; --dereference-command-line-s -l to_kinds; -LH -l to_file; -HL -l to_file; -L -H -l kinds; -H --dereference-command-line-symlink-to-dir -l to_file;
         --dereference-command-line-symlink-to-dir -H -l to_file; broken; -l broken; -L broken; -lL broken; -H broken; -lH broken; -Ld broken; -F broken; loop; -l loop; -L loop; -lL loop; -H loop; -lH loop; broken/; loop/; -l broken/; file/; -l file/; to_file/; -L kinds; -lL kinds; -iL kinds; -sL kinds; -1L kinds; -U1L kinds; -LS kinds; -Lt kinds;
         -LX kinds; -L --color=always kinds; -LF kinds; -Lp kinds; -LR deep; -lLR deep; -LRF deep; -1LR deep/to_b; -HR to_deep; -R to_deep; -R to_deep/; -lR to_deep/; -LR to_deep; -RL to_kinds; -RH to_kinds; -dR to_kinds; -dR deep; -Rd deep; -LRC deep; -LRm deep; -LRi deep; -LRa deep; -LRr deep; -LRt deep; -LRS deep; -LRU deep; -LR --group-directories-first deep;
         -LR deep deep; -LR deep/b deep; -LR deep deep/b; -LR deep/a deep/b; -R deep deep; -l kinds/through; -L kinds/through; -lH kinds/through; kinds/self; -L kinds/self kinds/self file; -lL kinds/self file; -lH kinds/self kinds/to_dir; -n to_kinds; -g to_kinds; -o to_kinds; -i to_kinds; -s to_kinds; --full-time to_file; -1 to_kinds; -C to_kinds; -m to_kinds; -x to_kinds; --zero to_kinds",
    );
}

#[test]
fn recursion() {
    let tree = plant::everything();
    Bench::new(tree.path()).check(
        "-R; -R deep; -lR deep; -CR deep; -xR deep; -mR deep; -1R deep; -aR deep; -AR deep; -rR deep; -tR deep; -SR deep; -vR deep; -XR deep; -UR deep; -fR deep; -R .; -R ./; -R ./deep; -R deep/; -R deep//; -R deep/.; -R deep/a/..; -R deep file; -R file deep empty; -R file; -R file to_file; -R empty; -lR empty; -R empty empty; --recursive deep;
         -R deep kinds; -Rr deep kinds; -RU deep kinds; -Rd .; -R --zero deep; -lR --zero deep; -R -I a deep; -R --hide='b*' deep; -RB deep; -RF deep; -RQ deep; -RsC deep; -Ri deep; -R broken deep; -R missing deep; -R ''; -R deep/void; -Ra deep/void; -R . .; -RA --group-directories-first deep; -R --sort=width deep; -Rv deep/n9 deep/n10; -R deep/n9 deep/n10; -R --color=always deep; -R --hyperlink=never deep;
         deep kinds; deep file; file deep; -C deep kinds; -m deep kinds; -x deep kinds; -1 deep kinds; -l deep kinds; -l file deep; -s deep file; --zero deep file; -a deep empty; deep/ kinds//; ./deep ./kinds; empty; empty empty; file empty; -U kinds deep empty; -r kinds deep empty; -t kinds deep empty; -S kinds deep empty; -Q deep kinds; deep/a deep/b deep/void",
    );
}

#[test]
fn columns() {
    let tree = plant::everything();
    let cases = "kinds; -C kinds; -x kinds; -m kinds; -C many; -x many; -m many; -C names; -x names; -m names; -Cs kinds; -Ci kinds; -xsi kinds; -CF kinds; -Cb names; -C --quoting-style=shell-escape names; -C -T0 kinds; -C -T1 kinds; -C -T4 many; -x -T3 many; -C versions; -Cr versions; -l kinds; -Csh sizes; -C empty; -C . empty";
    for width in ["0", "1", "3", "20", "79", "132", "200", "1000"] {
        let bench = Bench::new(tree.path());
        let with = |word: String| cases.split(';').map(|case| format!("{case} {word}")).collect::<Vec<_>>().join(";");
        bench.clone().check(&with(format!("-w{width}")));
        bench.env("COLUMNS", width).check(cases);
    }
    Bench::new(tree.path()).check(
        "-w; -w ''; -wx; -w -1; -w-1; -w 1x; -w 0x10 -C; -w 010 -C; -w 99999999999999999999 -C; -w 18446744073709551615 -C; -w 18446744073709551616 -C; --width=40 -C; --width 40 -C; --wi=40 -C; -w40 -w0 -C; -Cw; -Cw40; -w ' 40' -C; -w +40 -C; -w 1K -C; -w40 -l; -w40 -1; -w0 -m many; -w1 -m;
         -T; -Tx; -T -1; -T-1; -T ''; -T 1x; -T 0x10 -C; -T 010 -C; -T 99999999999999999999 -C; --tabsize=4 -C; --tabsize 4 -C; --tab=4 -C; -T4 -T0 -C; -T16 -C many; -T100 -C many; -CT many; -T 18446744073709551615 -C",
    );
    for (name, values) in [
        ("COLUMNS", &["", "x", "-1", "0", "1x", "99999999999999999999", " 40", "0x20", "020"][..]),
        ("TABSIZE", &["", "x", "-1", "0", "1", "3", "4x", "99999999999999999999", "0x4"]),
    ] {
        for value in values {
            Bench::new(tree.path())
                .env(name, *value)
                .check("-C many; -C kinds; -x kinds; -m kinds; -l kinds; kinds; -C -T4 kinds; -C -w60 kinds");
        }
    }
}
